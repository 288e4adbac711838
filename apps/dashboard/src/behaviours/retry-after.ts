/** Counts down until the service can be asked again; the link beside it works all the time. */
export class RetryAfter extends HTMLElement {
  connectedCallback(): void {
    const wait = this.querySelector('[data-wait]');
    if (wait === null) return;
    const until = Date.now() + Number(this.dataset['seconds']) * 1_000;
    const timer = setInterval(() => {
      const left = Math.ceil((until - Date.now()) / 1_000);
      wait.textContent = left > 0 ? `in ${left} s` : 'now';
      if (left <= 0) clearInterval(timer);
    }, 1_000);
  }
}
