/** Small words of sentences; three words of which one is such are no passphrase that somebody drew. */
const sentenceWord =
  /(?:^|\s)(?:a|an|and|are|as|at|be|been|by|can|could|do|does|for|from|has|have|if|in|is|must|new|no|not|of|on|or|please|should|that|the|this|to|was|we|will|with|you|your|der|die|das|ein|eine|ist|nicht|bitte|und|oder|le|la|les|un|une|est|de|du|des|et|el|los|las|es|en|il|lo|di|non|per|o|os|um|uma|para|het|een|niet|van)(?:\s|$)/i;

/** Texts for readers: words alone with spaces between, of which the first has a capital, or one is small and common. */
const isSentence = (value: string): boolean =>
  /^[\p{L}\u0080-\u00ff\d\s.,:;!?'’"()/{}%&<>*-]+$/u.test(value) &&
  !/\d[A-Za-z]|[A-Za-z]\d/.test(value) &&
  ((/^[A-Z\u0080-\u00ff][\p{L}\u0080-\u00ff]*[,:]?\s+[\p{L}\u0080-\u00ff{%:<(]/u.test(value) &&
    /\p{L}{2}/u.test(value)) ||
    /^(?:must|too|is|are|not|no|wrong|invalid|missing|incorrect|cannot) [\p{L} ]{2,}$/iu.test(value) ||
    (value.trim().split(/\s+/).length > 2 && sentenceWord.test(value)));

/** One word that is followed by a sign of labels, that has no letter of ASCII, or a capital and letters beyond ASCII. */
const isWord = (value: string): boolean =>
  /^(?=.*[\u0080-\uffff])[A-Z\u0080-\uffff][a-z\u0080-\uffff]+$/.test(value) ||
  /^[A-Z][A-Za-z\u0080-\u00ff]+(?:[:?*]| \*)$/.test(value) ||
  /^[\u0080-\uffff][\u0080-\uffff\s]*[:?*]?$/.test(value);

/** Rules by which Laravel and its kin check what is sent, and casts of its models. */
const rule =
  /^(?:(?:\w+)(?::[^|\s]{0,200})?\|)*(?:required|nullable|sometimes|present|filled|confirmed|string|hashed|encrypted|bail|(?:min|max|size|between|regex|same|different|required_\w+):[^|\s]{1,200})(?:\|\w+(?::[^|\s]{0,200})?)*$/;

/** Names of code: modules of Python or Java, classes of PHP, keys of translations. */
const identifier =
  /^(?:[a-z_]{2,30}(?:\.[A-Za-z_]{2,60}){2,8}|[a-z_]{2,30}\.(?:[a-z_]{0,30}(?:password|passwd|token|secret|auth|credential)[a-z_]{0,30})|\\?[A-Z]\w{1,60}(?:\\{1,2}[A-Z]\w{1,60}){1,8}(?:::\w{1,40})?)$/;

/** Elements of a page, statements of SQL, classes of forms, and patterns between their signs. */
const code =
  /^<\/?(?:input|label|div|span|p|b|i|a|strong|em|br|select|option|form|button|small|td|th|tr|li|code)\b[^]*>|^(?:SELECT|UPDATE|INSERT|DELETE|ALTER|CREATE|SHOW|GRANT)\s[^]*\b(?:FROM|SET|INTO|VALUES|TABLE|WHERE|LIKE|TO|IF)\b|^(?:form|input|btn|field|col|label|fa|mb|icon)(?:-[a-z\d]{1,20}){1,4}(?: [a-z]{1,12}(?:-[a-z\d]{1,20}){0,4}){0,6}$|^([/#~])(?:\^[^]*|[^]*\$)\1[a-zA-Z]{0,5}$/;

/** Names of secrets of Kubernetes and its kin, which are looked up by them. */
const secretsName =
  /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*-(?:tls|certs?|secrets?|creds|credentials?|keys?|keypair|tokens?|auth|passwords?)$/;

/** Whether a value is a text, a rule or a name of code rather than anything that opens something. */
export const isLabel = (value: string): boolean =>
  isSentence(value) ||
  isWord(value) ||
  rule.test(value) ||
  identifier.test(value) ||
  code.test(value) ||
  secretsName.test(value);
