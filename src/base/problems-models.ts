/** What can go wrong between the page and a model: a part of the catalogue in problems.ts. */
export const MODEL_PROBLEMS = {
  'model-bad-key': {
    title: 'The endpoint does not accept this key.',
    next: 'Type the key again, or make a new one at the provider.',
  },
  'model-forbidden': {
    title: 'The key may not use this model.',
    next: 'Give the key access at the provider, or choose another model.',
  },
  'model-no-key': {
    title: 'The key of this model is not at hand.',
    next: 'Type it in the Models cell, or unlock the remembered keys there; keys are forgotten when the page closes.',
  },
  'model-unknown': {
    title: 'The endpoint does not know this model.',
    next: 'Check the name of the model and the address; a local server may have to download the model first.',
  },
  'model-not-chosen': {
    title: 'No such model is set up here.',
    next: 'Add it in the Models cell, or choose another one.',
  },
  'model-rate-limited': {
    title: 'The endpoint still asks to slow down after several tries.',
    next: 'Wait a minute and go on, or lower how many calls run at once.',
  },
  'model-quota': {
    title: 'The quota or the credit of this key is used up.',
    next: 'Go on when the provider renews it, add another key to the pool, or add credit; answers so far are kept.',
  },
  'model-server-error': {
    title: 'The endpoint failed on its side.',
    next: 'Try again later; answers so far are kept.',
  },
  'model-request-refused': {
    title: 'The endpoint refused the request.',
    next: 'Read what it says, and check whether the model supports what was asked for.',
  },
  'model-too-long': {
    title: 'The text is longer than what the model can read.',
    next: 'Choose a model with a larger context, or shorten what is sent.',
  },
  'model-cut': {
    title: 'The answer broke off before its end.',
    next: 'Try again; if it happens often, check the connection or the server’s own limits.',
  },
  'model-not-json': {
    title: 'Something answered, but it is not a model endpoint.',
    next: 'Check the address: it usually ends in /v1, and a login or error page may stand in its place.',
  },
  'model-slow': {
    title: 'The model stopped sending and was given up on.',
    next: 'Try again, or raise the time limit of this model.',
  },
  'model-cors': {
    title: 'The server is there, but does not allow this page to read its answers.',
    next: 'Start it so that it allows this page’s origin.',
  },
  'model-unreachable': {
    title: 'Nothing answers at this address.',
    next: 'Check that the server runs and that host and port are right.',
  },
  'model-offline': {
    title: 'This device is offline.',
    next: 'Connect to the network, or use a model on this device.',
  },
  'model-budget': {
    title: 'The budget is spent.',
    next: 'Raise the budget in the Models cell and go on; everything so far is kept.',
  },
  'model-no-webgpu': {
    title: 'This browser offers no WebGPU.',
    next: 'Use a GGUF model, which runs without it, or a model with a key.',
  },
  'model-no-adapter': {
    title: 'WebGPU found no graphics adapter.',
    next: 'Turn on hardware acceleration in the browser, or use a GGUF model.',
  },
  'model-no-f16': {
    title: 'The graphics adapter cannot compute with 16-bit floats.',
    next: 'Choose the q4f32 build of the model.',
  },
  'model-device-lost': {
    title: 'The graphics device was lost.',
    next: 'Load the model again; if it happens again, choose a smaller one.',
  },
  'model-out-of-memory': {
    title: 'The model does not fit into memory.',
    next: 'Choose a smaller model, or close other tabs and load it again.',
  },
  'model-not-loaded': {
    title: 'The model is not loaded.',
    next: 'Load it in the Models cell.',
  },
  'model-file-missing': {
    title: 'A file of the model is not at its address.',
    next: 'Check the address of the model; what was downloaded is kept.',
  },
  'model-file-broken': {
    title: 'A file of the model is damaged.',
    next: 'Choose “Repair”: only what is damaged is downloaded again.',
  },
  'model-download-cut': {
    title: 'The download of the model stopped.',
    next: 'Load it again: it goes on where it stopped.',
  },
  'model-unreadable': {
    title: 'This file is no model that can be run here.',
    next: 'Use a GGUF file of a chat or embedding model, smaller than 2 GB or split into parts.',
  },
  'model-engine-failed': {
    title: 'The model failed while it was working.',
    next: 'Load it again; if it happens again, choose another model.',
  },
  'model-needs-click': {
    title: 'The browser fetches its built-in model only right after a click.',
    next: 'Choose “Load” beside the model in the Models cell.',
  },
  'model-no-built-in': {
    title: 'This browser has no built-in model.',
    next: 'Use Chrome with the built-in model switched on, or choose another model.',
  },
  'model-wrong-passphrase': {
    title: 'This passphrase does not open the remembered keys.',
    next: 'Try again, or choose “Forget” and type the keys anew.',
  },
  'model-setting-unreadable': {
    title: 'The description of a model cannot be read.',
    next: 'Remove the model and add it again.',
  },
} as const satisfies Record<string, { readonly title: string; readonly next: string }>;
