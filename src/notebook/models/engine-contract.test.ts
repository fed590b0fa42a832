import { builtInRig } from '../../../test/support/engine-contract/built-in-rig';
import { contractSuite } from '../../../test/support/engine-contract/contract-suite';
import { remoteRig } from '../../../test/support/engine-contract/remote-rig';
import { webLlmRig } from '../../../test/support/engine-contract/webllm-rig';

// The real llama.cpp keeps the same contract in test/e2e/models-contract.spec.ts.
contractSuite('an OpenAI-shaped endpoint', () => remoteRig('openai', 'openai-compatible'));
contractSuite('an Anthropic-shaped endpoint', () => remoteRig('anthropic', 'anthropic'));
contractSuite('a Gemini-shaped endpoint', () => remoteRig('gemini', 'google'));
contractSuite('WebLLM over a double of its engine', webLlmRig);
contractSuite('the built-in model over a double of the Prompt API', builtInRig);
