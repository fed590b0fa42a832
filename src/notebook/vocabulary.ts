// Rules of lower rooms that the page needs as they are: it may import values from here only.
export { shownType } from '../cases/verdict';
