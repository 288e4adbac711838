import { AcceptRisk } from './accept-risk.ts';
import { DomainWords } from './domain-words.ts';
import { ShareAnswers } from './share-answers.ts';
import { ShareLinks } from './share-links.ts';
import { WhatIf } from './what-if.ts';

/** Defines what reports offer to those who work with them: what-if, waivers, links, answers; and lists of domains, their words. */
export function defineSharing(): void {
  customElements.define('accept-risk', AcceptRisk);
  customElements.define('domain-words', DomainWords);
  customElements.define('share-answers', ShareAnswers);
  customElements.define('share-links', ShareLinks);
  customElements.define('what-if', WhatIf);
}
