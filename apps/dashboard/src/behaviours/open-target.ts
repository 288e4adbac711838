/** Opens the disclosure that an address leads to, and those around it. */
export function openTarget(): void {
  const open = (): void => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let at: Element | null = target; at !== null; at = at.parentElement) {
      if (at instanceof HTMLDetailsElement) at.open = true;
    }
    if (target instanceof HTMLDetailsElement) target.scrollIntoView();
  };
  addEventListener('hashchange', open);
  if (location.hash !== '') open();
}
