/** Small words of sentences; three words with one of these are no random passphrase. */
const sentenceWord =
  /(?:^|\s)(?:muss|werden|wird|mit|im|zum|zur|sind|soll|pour|avec|dans|sur|doit|debe|deve|con|moet|worden|voor|aan|musi|jest|skal|ska|f(?:\u00fc|\u00f6|\u00c3[\u00bc\u00b6])r|a|an|and|are|as|at|be|been|by|can|could|do|does|for|from|has|have|if|in|is|must|new|no|not|of|on|or|please|should|that|the|this|to|was|we|will|with|you|your|der|die|das|ein|eine|ist|nicht|bitte|und|oder|le|la|les|un|une|est|de|du|des|et|el|los|las|es|en|il|lo|di|non|per|o|os|um|uma|para|het|een|niet|van)(?:\s|$)/i;

/** Words for a secret: among others with spaces between they are part of a label, in any language. */
const secretWord =
  /(?:^|\s)(?:passwords?|passphrase|secret|token|passwort|kennwort|(?:mot )?de passe|contrase\S{1,4}|senha|wachtwoord|has\S{1,2}[lo]\S?|heslo|l\S{1,2}senord|passord|adgangskode|kodeord|salasana|parola|jelsz\S{1,2}|lozinka|schl\S{1,2}ssel|sleutel|nyckel|n\S{1,2}kkel|n\S{1,2}gle|avain|klucz|kl(?:\u00ed\u010d|\u00c3\u00ad\u00c4\u008d)|kulcs|cheie|anahtar\S{0,6}|jeton|cl(?:e|\u00e9|\u00c3\u00a9) d\S+|clave|chave|chiave|codice|c\S{1,2}digo|kodu|kod)(?=$|[\s?!.:,])/iu;

/** Texts for readers: words alone with spaces between, of which the first has a capital, or one is small and common. */
const isSentence = (value: string): boolean =>
  /^[\p{L}\u0080-\u00ff\d\s.,:;!?'’"()/{}%&<>*-]+$/u.test(value) &&
  !/\d[A-Za-z]|[A-Za-z]\d/.test(value) &&
  ((/^[A-Z\u0080-\u00ff][\p{L}\u0080-\u00ff]*[,:]?\s+[\p{L}\u0080-\u00ff{%:<(]/u.test(value) &&
    /\p{L}{2}/u.test(value)) ||
    /^(?:must|too|is|are|not|no|wrong|invalid|missing|incorrect|cannot) [\p{L} ]{2,}$/iu.test(value) ||
    (/\s/.test(value.trim()) && secretWord.test(value)) ||
    (value.trim().split(/\s+/).length > 2 && sentenceWord.test(value)));

/** Names of tokens, keys and codes that German and its kin write in one word, umlauts in octets or in letters. */
const compound =
  /^(?:(?:zugangs?|zugriffs?|sicherheits?|geheim|anmelde|authentifizierungs?|best\S{1,2}tigungs?|verifizierungs?|sitzungs?|api|einmal|toegangs?|beveiligings?|verificatie|sessie|geheime?|s\S{1,2}kerhets?|\S{1,2}tkomst|verifierings?|tilgangs?|adgangs?|sikkerheds?|sikkerhets?|bekreftelses?|bekr\S{1,2}ftelses?|p\S{1,4}sy|turva|vahvistus)-?)+(?:tokens?|codes?|kode?n?|koodi|schl\S{1,2}ssel|sleutels?|nyckel|n\S{1,2}kkel|n\S{1,2}gle|w\S{1,2}rter|daten|tunnus|avain|pin)$/i;

/** One word that is followed by a sign of labels, that has no letter of ASCII, or a capital and letters beyond ASCII. */
const isWord = (value: string): boolean =>
  /^(?=.*[\u0080-\uffff])[A-Z\u0080-\uffff][a-z\u0080-\uffff]+$/.test(value) ||
  /^[A-Z][A-Za-z\u0080-\u00ff]+(?:[:?*]| \*)$/.test(value) ||
  /^[\u0080-\uffff][\u0080-\uffff\s]*[:?*]?$/.test(value) ||
  compound.test(value);

/** Rules by which Laravel and its kin check what is sent, and casts of its models. */
const rule =
  /^(?:(?:\w+)(?::[^|\s]{0,200})?\|)*(?:required|nullable|sometimes|present|filled|confirmed|string|hashed|encrypted|bail|(?:min|max|size|between|regex|same|different|required_\w+):[^|\s]{1,200})(?:\|\w+(?::[^|\s]{0,200})?)*$/;

/** Names of code: modules of Python or Java, classes of PHP, keys of translations. */
const identifier =
  /^(?:[a-z_]{2,30}(?:\.[A-Za-z_]{2,60}){2,8}|[a-z_]{2,30}\.(?:[a-z_]{0,30}(?:password|passwd|token|secret|auth|credential)[a-z_]{0,30})|\\?[A-Z]\w{1,60}(?:\\{1,2}[A-Z]\w{1,60}){1,8}(?:::\w{1,40})?)$/;

/** Names of ciphers, hashes and signatures (OpenSSL, PHP, RFC 7518 section 3.1), and forms of dates (PHP). */
const algorithm =
  /^(?:aes|aria|camellia|des|3des|blowfish|bf|rc[24]|x?chacha20|salsa20|cast5)(?:[-_/]?(?:\d{2,3}|ede3?|poly1305|cbc|gcm|ctr|ecb|cfb\d?|ofb|ccm|siv|wrap|pkcs[57]?|padding)){0,4}$|^(?:hmac[-_]?)?(?:md[245]|sha[-_]?\d{1,3}(?:[-_/]\d{3})?|ripemd\d{3}|whirlpool|crc32b?|blake\w{1,6}|xxh\w{1,6})$|^(?:[herp]s|ecdh-es|rsa-oaep)[-+]?(?:256|384|512)?$|^(?:bcrypt|argon2(?:id?|d)?|scrypt|pbkdf2(?:[-_]\w{1,12}){0,2}|ed25519|eddsa|x25519)$/i;
const dateForm = /^[A-Za-z](?:[-\s/:.,\\T]{1,3}[A-Za-z]){2,7}$/;

/** Addresses of mail without a number, and names of routes. */
const address =
  /^[a-z][a-z._-]{0,40}@[a-z-]{1,60}(?:\.[a-z]{2,12}){1,3}$|^[a-z_-]{2,30}(?:\.[a-z_-]{2,30}){0,3}\.(?:index|create|store|show|edit|update|destroy|delete|request|email|confirm|verify|login|logout|send)$/;

/** Elements of a page, statements of SQL, classes of forms, and patterns between their signs. */
const code =
  /^<\/?(?:input|label|div|span|p|b|i|a|strong|em|br|select|option|form|button|small|td|th|tr|li|code)\b[^]*>|^(?:SELECT|UPDATE|INSERT|DELETE|ALTER|CREATE|SHOW|GRANT)\s[^]*\b(?:FROM|SET|INTO|VALUES|TABLE|WHERE|LIKE|TO|IF)\b|^(?:fa[blrs]? |bi |btn )?(?:form|input|btn|field|col|label|fa|mb|icon)(?:-[a-z\d]{1,20}){1,4}(?: [a-z]{1,12}(?:-[a-z\d]{1,20}){0,4}){0,6}$|^([/#~])(?:\^[^]*|[^]*\$)\1[a-zA-Z]{0,5}$/;

/** Names of secrets of Kubernetes and its kin, which are looked up by them. */
const secretsName =
  /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*-(?:tls|certs?|secrets?|creds|credentials?|keys?|keypair|tokens?|auth|passwords?)$/;

/** Words of labels, orders to readers and names of code, which nobody puts into a passphrase beside others of the kind. */
const labelWord =
  /(?:^|[ .])(?:admin|again|api|app|auth\w*|blank|change|com|common|config|confirm|contrib|current|django|e?mail|empty|enter|errors?|fields?|forgot|forms?|global|java|labels?|lang|leave|login|messages?|models?|net|old|optional|org|pages?|pass\w*|repeat|required|reset|retype|secret|security|settings|show|site|spring|strong|tests?|texts?|token|translations?|type|users?|validation|views?|www)(?=$|[ .])/i;

/** Words alone, with spaces or dots between, or one with letters beyond ASCII: a password, where a log-in stands around it. */
export const isPassphrase = (value: string): boolean =>
  /^(?:[\p{L}\u0080-\u00ff]{2,30}(?:[ .][\p{L}\u0080-\u00ff]{2,30}){2,7}|[A-Z](?=.*[\u0080-\uffff])[a-z\u0080-\uffff]{4,30})$/u.test(
    value,
  ) && ![sentenceWord, secretWord, labelWord].some((one) => one.test(value));

/** Whether a value is a text, a rule or a name of code rather than a credential. */
export const isLabel = (value: string): boolean =>
  isSentence(value) ||
  isWord(value) ||
  rule.test(value) ||
  identifier.test(value) ||
  algorithm.test(value) ||
  dateForm.test(value) ||
  address.test(value) ||
  code.test(value) ||
  secretsName.test(value);
