// Rules of the optimiser that the page needs as they are: it may import values from notebook only.
export { passes } from '../../optimize/compare/answers';
export { pText } from '../../optimize/compare/gate';
export { onlySpaceDiffers, treeOf } from '../../optimize/prompts/versions';
export { SUGGEST_DEFAULTS } from '../../optimize/suggest/suggest';
export { SCOPES } from '../../optimize/trial/scope';
