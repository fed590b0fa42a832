/**
 * Sends a request past the network door, as foreign code would.
 * @returns the text of the answer, or "blocked by …" with the directive that forbade it
 */
export async function tryConnection(address: string): Promise<string> {
  let directive = '';
  self.addEventListener(
    'securitypolicyviolation',
    (event) => {
      directive = event.effectiveDirective;
    },
    { once: true },
  );
  try {
    const answer = await fetch(address);
    return await answer.text();
  } catch (error) {
    // The report may come just after the refusal.
    await new Promise((resolve) => setTimeout(resolve, 100));
    return directive === '' ? String(error) : `blocked by ${directive}`;
  }
}
