/** Two-letter language subtags of the registry (RFC 5646 section 2.2.1), those that are no longer preferred among them. */
const twoLetters: ReadonlySet<string> = new Set(
  (
    'aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu ' +
    'fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik in io is it iu iw ja ji jv jw ka kg ki kj ' +
    'kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mo mr ms mt my na nb nd ne ng nl nn no nr nv ny ' +
    'oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl ' +
    'tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu'
  ).split(' '),
);

/**
 * The shape of a tag (RFC 5646 section 2.1): language, script, region, variants, extensions, private use. No language has four
 * letters or more.
 */
const shape =
  /^[a-z]{2,3}(?:-[a-z]{3}){0,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?(?:-(?:[a-z0-9]{5,8}|\d[a-z0-9]{3}))*(?:-[0-9a-wy-z](?:-[a-z0-9]{2,8})+)*(?:-x(?:-[a-z0-9]{1,8})+)?$/i;

/** Tags of private use, and those of before the present shape (RFC 5646 section 2.2.8). */
const other =
  /^(?:x(?:-[a-z0-9]{1,8})+|en-gb-oed|sgn-(?:be-fr|be-nl|ch-de)|i-(?:ami|bnn|default|enochian|hak|klingon|lux|mingo|navajo|pwn|tao|tay|tsu))$/i;

/** Maximum length of a tag. */
const maxCharacters = 100;

/** Whether a text is a language tag: by its shape, and by its language where that has two letters. */
export function isLanguageTag(text: string): boolean {
  if (text.length > maxCharacters) return false;
  if (other.test(text)) return true;
  const [language = ''] = text.toLowerCase().split('-', 1);
  return shape.test(text) && (language.length !== 2 || twoLetters.has(language));
}
