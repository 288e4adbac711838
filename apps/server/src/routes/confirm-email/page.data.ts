/** Style of the page that a link leads to; light and dark. */
export const style = `
:root { color-scheme: light dark; }
body { margin: 0; font: 17px/1.55 system-ui, "Segoe UI", Roboto, sans-serif; }
main { max-width: 36rem; margin: 0 auto; padding: 3rem 1.25rem; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .5rem; }
button { font: inherit; padding: .5rem 1.25rem; cursor: pointer; }
`;

/** Sends the token behind # to the service when the button is pressed: programs that follow links confirm nothing. */
export const script = `
const button = document.getElementById('confirm'), answer = document.getElementById('answer');
const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
history.replaceState(null, '', location.pathname);
button.addEventListener('click', async () => {
  button.disabled = true;
  try {
    const reply = await fetch('/api/account/email/confirm', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ token }) });
    const problem = reply.ok ? null : await reply.json();
    answer.textContent = problem === null ? 'Confirmed: log in with the new address from now on.' : problem.errors?.[0]?.message ?? problem.title;
  } catch { answer.textContent = 'The service is unreachable: try again.'; button.disabled = false; }
});
`;
