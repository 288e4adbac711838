/** Marks the part of a report that is being read in the bar above it. */
export class SectionSpy extends HTMLElement {
  connectedCallback(): void {
    const links = new Map<string, HTMLAnchorElement>();
    for (const link of this.querySelectorAll('a')) links.set(link.hash.slice(1), link);
    const mark = (id: string): void => {
      for (const [name, link] of links) {
        if (name === id) link.setAttribute('aria-current', 'true');
        else link.removeAttribute('aria-current');
      }
    };
    const seen = new IntersectionObserver(
      (entries) => {
        const entry = entries.find(({ isIntersecting }) => isIntersecting);
        if (entry !== undefined) mark(entry.target.id);
      },
      { rootMargin: '-20% 0px -70% 0px' },
    );
    for (const id of links.keys()) {
      const part = document.getElementById(id);
      if (part !== null) seen.observe(part);
    }
  }
}
