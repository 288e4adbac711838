/** Words that say of themselves that a value is still to be put in, or was taken out. */
export const fillWords: readonly string[] = (
  'change changed changeit changeme default dummy empty enter example examples fake fill fixme foobar foo bar baz goes here hidden ' +
  'insert ipsum lorem masked missing mock nil none null omitted paste placeholder redacted removed replace replaceme sample ' +
  'tbd todo undefined unset xxx your yours'
).split(' ');

/** Words that values of that kind have besides; alone they are one too, because anybody guesses them first. */
export const plainWords: readonly string[] = (
  'a abc access account acme admin administrator an and api app application at auth authentication aws be bearer by bytes ' +
  'characters chars client cloud code company cookie credential credentials data database db demo dev development digits domain ' +
  'email encryption env environment for from generate generated github google guest hash hex host id in is it jwt key ' +
  'keys least legacy local localhost long mail master me min minimum more must my mysql name no not of on only or org own ' +
  'pass passphrase passwd password passwords phrase please postgres prod production project provider public put pw pwd ' +
  'random real redis root s3 safe salt secret secrets secure server service session set should signing site smtp so some ' +
  'something staging string stripe strong super test testing that the thing this to token unique url use user username ' +
  'value very web webhook with'
).split(' ');

/** Words that tell the reader what to do, where a word for what to do it with follows. */
export const orders =
  /^(?:add|change|enter|fill|generate|insert|paste|provide|put|replace|set|type|use|write) (?:a|an|by|here|in|it|me|my|new|own|some|that|the|this|to|with|your)\b/;

/**
 * How build tools mark the settings that they write into what browsers load: Vite, Next.js, Nuxt, Astro and SvelteKit, Create
 * React App, Expo, Gatsby, Vue CLI, Angular (ngx-env), Snowpack, Razzle, Preact, Laravel Mix, Nx, Bun, Storybook, Docusaurus, Plasmo.
 */
export const publicPrefix =
  /^(?:VITE|NEXT_PUBLIC|NUXT_PUBLIC|PUBLIC|REACT_APP|EXPO_PUBLIC|GATSBY|VUE_APP|NG_APP|SNOWPACK_PUBLIC|RAZZLE|PREACT_APP|MIX|NX_PUBLIC|BUN_PUBLIC|STORYBOOK|DOCUSAURUS|PLASMO_PUBLIC|WXT|TARO_APP|UMI_APP|RSBUILD_PUBLIC|ELECTRON_VITE)_/;

/** Names of keys that pages hold on purpose: halves of a pair, keys of sites, searches and maps, names of channels. */
export const publicName =
  /(?:^|_)(?:public|publishable|anon|anonymous)_?(?:api_?)?(?:key|token|id)$|(?:^|_)(?:site|web|search|search_only)_?(?:api_?)?key$|(?:^|_)maps?_?(?:js_?)?(?:api_?)?(?:key|token)$|(?:^|_)firebase_(?:web_)?api_?key$|(?:^|_)(?:pusher|reverb|soketi)_app_key$|(?:^|_)(?:sentry|glitchtip)_(?:\w{1,30}_)?dsn$/i;

/** Names of Google's keys that pay for models: they look like those of maps, and are no key for pages. */
export const paidName = /gemini|generative|genai|palm|vertex/i;

/** Values that providers make for pages, for their test systems or for documentation. */
export const publicValues: readonly RegExp[] = [
  // Stripe, Clerk, Paystack and others: publishable keys, and keys of the test system.
  /^pk_(?:live|test)_/,
  /^[sr]k_test_/,
  /^test_[A-Za-z0-9]{20,}$/,
  /^FLW(?:PUBK|SECK_TEST)/,
  // Mapbox, PostHog, Supabase, Datadog (RUM), Google Analytics and Tag Manager
  /^pk\.eyJ/,
  /^phc_/,
  /^sb_publishable_/,
  /^pub[0-9a-f]{32}$/,
  /^(?:G|UA|GTM|AW)-[A-Z0-9-]{4,20}$/,
  // DSN of Sentry; older ones have a second key, which Sentry no longer uses.
  /^https?:\/\/[0-9a-f]{32}(?::[0-9a-f]{32})?@[\w.-]{1,100}(?::\d{1,5})?\/\d{1,20}$/,
  /^-----BEGIN (?:[A-Z]{1,12} ){0,2}(?:PUBLIC KEY|CERTIFICATE)-----/,
  /^(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-nistp\d{3}) /,
  // The pair of reCAPTCHA that its documentation gives for tests.
  /^6LeIxAcTAAAAA[JG]/,
];

/** Values by which providers know their own keys; each is a whole value that opens something, whatever its setting is called. */
export const providerKeys: readonly RegExp[] = [
  // GitHub, GitLab, npm
  /^(?:gh[pousr]_[A-Za-z0-9]{36,251}|github_pat_\w{22,250})$/,
  /^gl(?:pat|dt|rt|cbt|ptt|oas)-[\w.-]{20,300}$/,
  /^npm_[A-Za-z0-9]{36}$/,
  // Slack: tokens, and addresses that take messages. Discord has such, too.
  /^xox[abeoprs]-[\w-]{20,250}$/,
  /^https:\/\/hooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/-]{20,250}$/,
  /^https:\/\/(?:\w{1,10}\.)?discord(?:app)?\.com\/api\/webhooks\/\d{15,25}\/[\w-]{60,100}$/,
  // SendGrid, Mailgun, Mailchimp, Brevo, Resend
  /^SG\.[\w-]{16,32}\.[\w-]{32,64}$/,
  /^key-[0-9a-f]{32}$/,
  /^[0-9a-f]{32}-us\d{1,3}$/,
  /^xkeysib-[0-9a-f]{64}-[A-Za-z0-9]{16}$/,
  /^re_[A-Za-z0-9]{8}_[A-Za-z0-9]{16,32}$/,
  // OpenAI, Anthropic, Hugging Face, Groq
  /^sk-(?:(?:proj|svcacct|admin)-[\w-]{20,250}|[A-Za-z0-9]{48})$/,
  /^sk-ant-[a-z0-9]{3,10}-[\w-]{40,250}$/,
  /^hf_[A-Za-z]{34}$/,
  /^gsk_[A-Za-z0-9]{52}$/,
  // Shopify, DigitalOcean, Supabase, Square, Telegram
  /^shp(?:at|ca|pa|ss)_[0-9a-f]{32}$/,
  /^do[por]_v1_[0-9a-f]{64}$/,
  /^sb_secret_[\w-]{20,100}$/,
  /^(?:EAAA|sq0csp-)[\w-]{40,100}$/,
  /^\d{8,10}:AA[\w-]{33}$/,
];

/** Google's keys have one form, whatever they open. */
export const googleKey = /^AIza[\w-]{35}$/;
