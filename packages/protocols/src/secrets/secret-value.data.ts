/** Words that say of themselves that a value is still to be put in, or was taken out. */
export const fillWords: readonly string[] = (
  'ask change changing changed changeit changeme default defined dummy empty enter example examples fake fill fixme foobar foo bar baz goes here hidden ' +
  'disabled edit editme insert ipsum lorem masked missing mock modified modify modifyme nil none null off omitted on paste ' +
  'placeholder redacted removed replace replaced replaceme rotate sample tbd todo undefined unset xxx your yours true false yes ' +
  'enabled expired injected managed notasecret revoked stored unused'
).split(' ');

/** Words that values of that kind have besides; alone they are one too, because anybody guesses them first. */
export const plainWords: readonly string[] = (
  'a abc access account acme admin administrator an and anthropic api app application at auth authentication aws be bearer ' +
  'before by bytes ' +
  'characters chars client cloud code company cookie credential credentials data database db demo deploy deployment dev development digits django ' +
  'domain ' +
  'email encryption env environment for from generate generated github google guest hash hex host id in insecure is it jwt key ' +
  'keys least legacy local localhost lm long mail master me min minimum more must my mysql name needed needs no not npm of ollama on only openai optional or org own ' +
  'pass passphrase passwd password passwords phrase place holder please postgres prod production project provider public put pw pwd ' +
  'random real redis root s3 safe salt secret secrets secure see server service session set should signing site smtp so some ' +
  'something staging string stripe strong studio super terraform test text textarea testing that the thing this to token unique url use user username ' +
  'value vault very web webhook will with'
).split(' ');

/** Words that tell the reader what to do, where a word for what to do it with follows. */
export const orders =
  /^(?:add|change|enter|fill|generate|insert|paste|provide|put|replace|set|type|use|write) (?:a|an|by|here|in|it|me|my|new|own|some|that|the|this|to|with|your)\b/;

/**
 * Words of samples in other languages, without their accents: what the translations of wp-config-sample.php call passwords, keys
 * and databases, and the small words between. They count as whole words, and only beside one of those that say to fill in.
 */
export const foreignWords: readonly string[] = (
  'adgangskode aleatoria aleatorio banco base bbdd bd bdd clave claves cle code contrasena contrasenya dados das database databasen ' +
  'datenbank datos de dei dein deine deinen del den der des dii din dine ditt do du een ein eine einzigartige einzigartigen en et ' +
  'fras frase frases fraz fraza fraze geheim geheime haslo heslo il je jedinecnou jelszo kennwort kodeord la le losenord lozinka ' +
  'mdp mot motdepasse os palabra palavra parola passe passord passwort password phrase salasana secreta secrete segreta segura senha ' +
  'setning saetning sifre texto twoj twoja twoje una un une unica unico unieke unik unikalna unikalny unikatowa unikatni unike unikke ' +
  'unique wachtwoord zeichenfolge zeichenkette zin'
).split(' ');

/** Words of those languages that say where to put a value, or whose it is. */
export const foreignOrders: readonly string[] = (
  'aici ange aqui buraya cambia changez cole coloca colocar coloque einfugen einfuegen eingeben entrez escribe fuge fuege har her ' +
  'hier hierhin ici ide ihr ihre indsaet inserisci insira introduce introduza invullen metti mettere mettez placez plaats poner pon ' +
  'putt qui remplacez sem skriv stel su sua tahan tu tua tutaj tuo vlozte vos vostra vostro votre wpisz wprowadz wstaw zde'
).split(' ');

/** Words for a password in those languages: alone they are as good as none. */
export const foreignPasswords =
  /^(?:mot ?de ?passe|mdp|passwort|kennwort|contrasen(?:y)?a|senha|palavra[ _-]?passe|wachtwoord|haslo|heslo|losenord|passord|adgangskode|kodeord|salasana|parola|sifre|jelszo|lozinka|geheim|motdepasse)$/;

/** Phrases that stand for the keys of WordPress where no Latin letters are used. */
export const samplePhrases: readonly string[] = [
  'впишите сюда уникальную фразу',
  'впишіть сюди унікальну фразу',
  'поставете уникалната фраза тук',
];

/** Values that frameworks and their test suites come with. */
export const sampleValues: readonly string[] = [
  '$ecretf0rt3st',
  's$cretf0rt3st',
  's3cretf0rt3st',
  // Microsoft's images of SQL Server, and Telegram's documentation
  ...['YourStrong@Passw0rd', 'YourStrong!Passw0rd', 'yourStrong(!)Password'].flatMap((one) => [one, `<${one}>`]),
  '123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11',
];

/** What provider and frameworks put before a value; what follows may be a placeholder all the same. */
export const valuePrefix =
  /^(?:base64:|hex:|sk-(?:proj-|ant-(?:api\d\d-)?|svcacct-)?|[spr]k_(?:live|test)_|whsec_|gh[pousr]_|github_pat_|glpat-|xox[abeoprs]-|npm_|hf_|gsk_|shp(?:at|ca|pa|ss)_|SG\.|django-insecure-)/;

/**
 * How build tools mark the settings that they write into what browsers load: Vite, Next.js, Nuxt, Astro and SvelteKit, Create
 * React App, Expo, Gatsby, Vue CLI, Angular (ngx-env), Snowpack, Razzle, Preact, Laravel Mix, Nx, Bun, Storybook, Docusaurus, Plasmo.
 */
export const publicPrefix =
  /^(?:VITE|NEXT_PUBLIC|NUXT_PUBLIC|PUBLIC|REACT_APP|EXPO_PUBLIC|GATSBY|VUE_APP|NG_APP|SNOWPACK_PUBLIC|RAZZLE|PREACT_APP|MIX|NX_PUBLIC|BUN_PUBLIC|STORYBOOK|DOCUSAURUS|PLASMO_PUBLIC|WXT|TARO_APP|UMI_APP|RSBUILD_PUBLIC|ELECTRON_VITE)_/;

/** Names of keys that pages hold on purpose: halves of a pair, keys of sites, searches and maps, names of channels. */
export const publicName =
  /(?:^|_)(?:public|publishable|anon|anonymous)_?(?:api_?)?(?:key|token|id)$|(?:^|_)(?:site|web|search|search_only)_?(?:api_?)?key$|(?:^|_)maps?_?(?:js_?)?(?:api_?)?(?:key|token)$|(?:^|_)firebase_(?:web_)?api_?key$|(?:^|_)(?:pusher|reverb|soketi)_app_key$|(?:^|_)(?:sentry|glitchtip)_(?:\w{1,30}_)?dsn$/i;

/**
 * Tokens that these services make for pages and apps: what they open is to send events, or to begin a payment.
 */
export const pageTokenName =
  /(?:^|_)(?:paddle|launchdarkly|ld|rollbar|datadog|dd|statsig|growthbook|optimizely|split|configcat|unleash)_(?:\w{1,20}_)?(?:client|client_side|frontend|browser)_?(?:api_?)?(?:token|key|id|sdk_?key)$|(?:^|_)(?:mixpanel|heap|cloudflare_(?:web_)?analytics|cf_beacon|cf_analytics|web_analytics)_(?:project_|app_|site_)?(?:token|id)$|(?:^|_)(?:bugsnag|amplitude|raygun|countly|smartlook|logrocket|june|koala|customerio_site)_(?:project_|browser_|app_)?(?:api_?)?(?:key|token|id)$|(?:^|_)(?:airbrake|airbrake_js)_project_key$|(?:^|_)(?:posthog|segment)_(?:project_|write_)?(?:api_?)?key$|(?:^|_)new_?relic_browser_\w{0,20}key$|(?:^|_)braintree_tokenization_key$/i;

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

/** A key that its provider's format proves, by what every key of that provider begins with. */
interface KeyForm {
  begins: string;
  /** From the beginning on, and no more of it behind. */
  form: RegExp;
}

/** A key of these signs and lengths behind a beginning; its first group is the beginning. */
const key = (begins: string, rest: string, signs = String.raw`\w-`): KeyForm => ({
  begins,
  form: new RegExp(`^(${begins.replaceAll('.', String.raw`\.`)})${rest}(?![${signs}])`),
});

/** Keys that open something, whatever their setting is called and wherever they stand. */
export const keyForms: readonly KeyForm[] = [
  // GitLab, npm, PyPI
  ...['pat', 'dt', 'rt', 'cbt', 'ptt', 'oas'].map((kind) =>
    key(`gl${kind}-`, String.raw`[\w-]{20,64}(?:\.[\w.]{9,60})?`),
  ),
  key('npm_', '[A-Za-z0-9]{36}'),
  key('pypi-', String.raw`AgEI[\w-]{50,300}`),
  // Slack's addresses that take messages
  key('https://hooks.slack.com/services/', String.raw`T\w{6,14}\/B\w{6,14}\/[A-Za-z0-9]{18,30}`),
  // SendGrid, Brevo
  key('SG.', String.raw`[\w-]{22}\.[\w-]{43}`),
  key('xkeysib-', '[0-9a-f]{64}-[A-Za-z0-9]{16}'),
  // OpenAI, Anthropic, Hugging Face, Groq, xAI
  ...['proj', 'svcacct', 'admin'].map((kind) => key(`sk-${kind}-`, String.raw`[\w-]{20,250}`)),
  key('sk-ant-', String.raw`[a-z0-9]{3,10}-[\w-]{40,250}`),
  key('hf_', '[A-Za-z]{34}'),
  key('gsk_', '[A-Za-z0-9]{52}'),
  key('xai-', '[A-Za-z0-9]{60,100}'),
  // Shopify, DigitalOcean, Supabase
  ...['at', 'ca', 'pa', 'ss'].map((kind) => key(`shp${kind}_`, '[0-9a-fA-F]{32}')),
  ...['p', 'o', 'r'].map((kind) => key(`do${kind}_v1_`, '[0-9a-f]{64}')),
  key('sb_secret_', String.raw`[\w-]{20,100}`),
  // Vault, Doppler, Grafana, Databricks
  key('hvs.', String.raw`[\w-]{24,200}`),
  key('dp.pt.', '[A-Za-z0-9]{40,44}'),
  key('glsa_', '[A-Za-z0-9]{32}_[0-9a-fA-F]{8}'),
  key('dapi', String.raw`[0-9a-f]{32}(?:-\d)?`),
  // Slack's apps, clients of Google, OpenRouter, Linear, Notion, Figma, Replicate, Docker Hub, Pulumi, Tailscale, Atlassian
  key('xapp-', String.raw`\d-[A-Z0-9]{9,13}-\d{10,16}-[0-9a-f]{64}`),
  key('GOCSPX-', String.raw`[\w-]{28}`),
  key('sk-or-v1-', '[0-9a-f]{64}'),
  key('lin_api_', '[A-Za-z0-9]{40}'),
  key('ntn_', '[A-Za-z0-9]{46}'),
  key('figd_', String.raw`[\w-]{40}`),
  key('r8_', '[A-Za-z0-9]{37}'),
  key('dckr_pat_', String.raw`[\w-]{27}`),
  key('pul-', '[0-9a-f]{40}'),
  key('tskey-auth-', String.raw`[A-Za-z0-9]{10,20}-[A-Za-z0-9]{20,40}`),
  key('ATATT3', String.raw`[\w=-]{180,190}`),
];

/** Values of further forms, which are too plain to be known among other text. */
export const providerKeys: readonly RegExp[] = [
  // GitHub, Slack, Discord
  /^(?:gh[pousr]_[A-Za-z0-9]{36,251}|github_pat_\w{22,250})$/,
  /^xox[abeoprs]-[\w-]{20,250}$/,
  /^https:\/\/hooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/-]{20,250}$/,
  /^https:\/\/(?:\w{1,10}\.)?discord(?:app)?\.com\/api\/webhooks\/\d{15,25}\/[\w-]{60,100}$/,
  // SendGrid, Mailgun, Mailchimp, Resend
  /^SG\.[\w-]{16,32}\.[\w-]{32,64}$/,
  /^key-[0-9a-f]{32}$/,
  /^[0-9a-f]{32}-us\d{1,3}$/,
  /^re_[A-Za-z0-9]{8}_[A-Za-z0-9]{16,32}$/,
  // OpenAI, Stripe's webhooks, Square, Telegram
  /^sk-[A-Za-z0-9]{48}$/,
  /^whsec_[A-Za-z0-9+/]{24,64}={0,2}$/,
  /^(?:EAAA|sq0csp-)[\w-]{40,100}$/,
  /^\d{8,10}:AA[\w-]{33}$/,
];

/** Google's keys have one form, whatever they open. */
export const googleKey = /^AIza[\w-]{35}$/;
