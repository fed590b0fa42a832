// Rules of lower rooms that the page needs as they are: it may import values from here only.
export { ERROR_TYPES } from '../cases/error-type';
export { namesOperation } from '../cases/labels/annotation-fields';
export { QUEUE_SEED } from '../cases/labels/label-queue';
export { PUBLISHED_SCORES, PUBLISHED_SOURCE, PUBLISHED_SPLITS } from '../cases/published';
export { shownType } from '../cases/verdict';
export { MEMTRACEBENCH, STORAGE_ORIGINS } from '../sources/memtracebench/hub';
export { REPORT_NAMES } from '../report/names';
