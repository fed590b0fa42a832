import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, test, vi } from 'vitest';
import { Unexpected } from '../controllers/unexpected.svelte';
import ErrorDialog from './ErrorDialog.svelte';

HTMLDialogElement.prototype.showModal = function () {
  this.open = true;
};
HTMLDialogElement.prototype.close = function () {
  this.open = false;
};

test('an error nobody handled is caught with its details, and later ones are added', () => {
  const unexpected = new Unexpected();
  const stop = unexpected.listen();
  window.dispatchEvent(new ErrorEvent('error', { message: 'x', error: new Error('first') }));
  window.dispatchEvent(new ErrorEvent('error', { message: 'second' }));
  window.dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop limit' }));
  stop();
  window.dispatchEvent(new ErrorEvent('error', { message: 'late' }));
  expect(unexpected.details).toMatch(/^Error: first[\s\S]+second$/);
});

test('the dialog says what to do and shows the details to copy', async () => {
  const onclose = vi.fn();
  render(ErrorDialog, { details: 'Error: broken', onclose });
  const dialog = screen.getByRole('dialog', { name: 'Something unexpected happened' });
  expect(dialog.textContent).toContain('Reload the page to go on.');
  expect(screen.getByRole('textbox')).toHaveProperty('value', 'Error: broken');
  await fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(onclose).toHaveBeenCalled();
});
