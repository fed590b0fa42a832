// For those who import it from here; it moved to base.
export { pause, SLICE, Slices } from '../../base/pause';
