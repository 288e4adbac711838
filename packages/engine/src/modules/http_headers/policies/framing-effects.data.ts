/** What browsers make of an X-Frame-Options that is not valid. */
export const framingEffects = {
  ignored: 'Browsers ignore the header.',
  deny: 'Browsers block every frame, even from the same origin.',
  sameorigin: 'Current browsers treat it as SAMEORIGIN, older ones may not.',
};
