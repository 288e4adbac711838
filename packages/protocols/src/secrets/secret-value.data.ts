/** Words that mark a value as a placeholder or as removed. */
export const fillWords: readonly string[] = (
  'ask change changing changed changeit changeme default defined dummy empty enter example examples fake fill fixme foobar foo bar baz goes here hidden ' +
  'disabled edit editme insert ipsum lorem masked missing mock modified modify modifyme nil none null off omitted on paste ' +
  'placeholder redacted removed replace replaced replaceme rotate sample tbd todo undefined unset xxx your yours true false yes ' +
  'enabled expired injected managed notasecret revoked stored unused'
).split(' ');

/** Further words of such values; alone they are placeholders too, because they are the first guesses. */
export const plainWords: readonly string[] = (
  'a abc access account acme admin administrator an and anthropic api app application at auth authentication aws be bearer ' +
  'before by bytes ' +
  'characters chars ci client cloud code column company confirm confirmation cookie csrf credential credentials data database db demo deploy deployment dev development devops digits django ' +
  'domain ' +
  'email encryption env environment field fields for forgot form from generate generated get github google guest hash header hex host id in insecure is it jwt key ' +
  'keys least legacy local localhost lm long mail master me min minimum more must my mysql name needed needs no not npm of ollama on only openai optional or org own param parameter ' +
  'pass passphrase passwd password passwords phrase place holder please postgres prod production project provider public put pw pwd ' +
  'random real redis reset root s3 safe salt secret secrets secure see server service session set should signing site smtp so some sql ' +
  'something staging string stripe strong studio super terraform test text textarea testing that time the thing this to token unique url use user username ' +
  'action again alg algorithm antiforgery authenticity middleware request verification tokens authorization bcrypt bot confirmed controller current hashed internal laravel login logins old new page pages remember repeat resets retype sample temp temporary unsafe update ' +
  'xsrf build filled overridden override overwrite provided runtime supplied value vault very web webhook will with'
).split(' ');

/** Verbs of instructions to the reader, where an object follows. */
export const orders =
  /^(?:todo|fixme|tbd|tba)\b|^(?:comes?|fetch|get|loaded|taken?) (?:\w+ )?from\b|^(?:kept|lives|see|stored) (?:\w+ )?in\b|^ask \w+ for\b|^(?:ask|from|in|see|via) (?:the )?(?:1 password|bit ?warden|key ?chain|key ?pass|last ?pass|vault|wiki|dev ?ops|ops|admins?|it|team|docs?|readme)\b|^(?:add|change|enter|fill|generate|insert|paste|provide|put|replace|set|type|use|write) (?:a|an|by|here|in|it|me|my|new|own|some|that|the|this|to|with|your)\b/;

/** Words that mark a value as one for development, or as unused. */
export const warnings =
  /\b(?:do not|don t|dont|never) (?:use|commit|share|deploy|copy|reuse|push|publish|ship)\b|\bnot (?:for|in|safe for) (?:real|prod|production|public|live)\b/;

/**
 * Words of samples in other languages, without their accents: what the translations of wp-config-sample.php call passwords, keys
 * and databases, and the small words between. They count as whole words, and only beside one of those that say to fill in.
 */
export const foreignWords: readonly string[] = (
  'adgangskode chave chaves chiave chiavi klucz klic nyckel nokkel nogle avain kulcs sleutel cheie anahtar jeton ficha valor valore ' +
  'schlussel schluessel zugangsdaten accesso acesso acceso acces kod kodu codice codigo ' +
  'adgangskode aleatoria aleatorio banco base bbdd bd bdd clave claves cle code contrasena contrasenya dados das database databasen ' +
  'datenbank datos de dei dein deine deinen del den der des dii din dine ditt do du een ein eine einzigartige einzigartigen en et ' +
  'fras frase frases fraz fraza fraze geheim geheime haslo heslo il je jedinecnou jelszo kennwort kodeord la le losenord lozinka ' +
  'mdp mot motdepasse os palabra palavra parola passe passord passwort password phrase salasana secreta secrete segreta segura senha ' +
  'setning saetning sifre texto twoj twoja twoje una un une unica unico unieke unik unikalna unikalny unikatowa unikatni unike unikke ' +
  'unique wachtwoord zeichenfolge zeichenkette zin'
).split(' ');

/** Words of those languages for the place or the owner of a value. */
export const foreignOrders: readonly string[] = (
  'dein deine deinen ditt twoj twoja uw jouw seu suo meu mio mia mein meine minha anahtarinizi girin usa utilisez usare verwende verwenden zmien zmen cambiar cambie ' +
  'aici ange aqui buraya cambia changez cole coloca colocar coloque einfugen einfuegen eingeben entrez escribe fuge fuege har her ' +
  'hier hierhin ici ide ihr ihre indsaet inserisci insira introduce introduza invullen metti mettere mettez placez plaats poner pon ' +
  'putt qui remplacez sem skriv stel su sua tahan tu tua tutaj tuo vlozte vos vostra vostro votre wpisz wprowadz wstaw zde'
).split(' ');

/** Words for a password in those languages: alone they protect nothing. */
export const foreignPasswords =
  /^(?:mot ?de ?passe|mdp|passwort|kennwort|contrasen(?:y)?a|senha|palavra[ _-]?passe|wachtwoord|haslo|heslo|losenord|passord|adgangskode|kodeord|salasana|parola|sifre|jelszo|lozinka|geheim(?:nis)?|motdepasse|secreto|segreto|segredo|tajemnica|tajemstvi|hemlighe[dt]|hemmelighe[dt]|salaisuus|titok|jeton|schlue?ssel|cle|clave|chave|chiave|klucz|klic|nyckel|nokkel|nogle|avain|kulcs|sleutel|cheie|anahtar|sekret|hemligt?|gizli|tajne|szyfr)$/;

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
  // The keys of Microsoft's emulators of Azure Storage and Cosmos DB, which its documentation gives
  'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==',
  'C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==',
  // Express, Laravel, Drupal, Joomla, LiteLLM, MinIO, redis.conf, LocalStack, the image of WordPress, Flask
  ...'keyboard cat,homestead,sail,drupal,joomla,sk-1234,minioadmin,minio123,foobared,localstack,somewordpress,wordpress,you-will-never-guess'.split(
    ',',
  ),
  // UUIDs of documentation
  '123e4567-e89b-12d3-a456-426614174000',
  '550e8400-e29b-41d4-a716-446655440000',
];

/** Prefixes of providers and frameworks; the rest of the value may still be a placeholder. */
export const valuePrefix =
  /^(?:base64:|hex:|sk-(?:proj-|ant-(?:api\d\d-)?|svcacct-)?|[spr]k_(?:live|test)_|whsec_|gh[pousr]_|github_pat_|glpat-|xox[abeoprs]-|npm_|hf_|gsk_|shp(?:at|ca|pa|ss)_|SG\.|django-insecure-|\{(?:noop|plain|clear)\})/;

/**
 * How build tools mark the settings that they write into what browsers load: Vite, Next.js, Nuxt, Astro and SvelteKit, Create
 * React App, Expo, Gatsby, Vue CLI, Angular (ngx-env), Snowpack, Razzle, Preact, Laravel Mix, Nx, Bun, Storybook, Docusaurus, Plasmo.
 */
export const publicPrefix =
  /^(?:VITE|NEXT_PUBLIC|NUXT_PUBLIC|PUBLIC|REACT_APP|EXPO_PUBLIC|GATSBY|VUE_APP|NG_APP|SNOWPACK_PUBLIC|RAZZLE|PREACT_APP|MIX|NX_PUBLIC|BUN_PUBLIC|STORYBOOK|DOCUSAURUS|PLASMO_PUBLIC|WXT|TARO_APP|UMI_APP|RSBUILD_PUBLIC|ELECTRON_VITE)_/;

/** Names of keys that pages hold on purpose: halves of a pair, keys of sites, searches and maps, names of channels. */
export const publicName =
  /(?:^|_)(?:public|publishable|anon|anonymous)_?(?:api_?)?(?:key|token|id|key_?token)$|(?:^|_)(?:site|web|search|search_only)_?(?:api_?)?key$|(?:^|_)maps?_?(?:js_?)?(?:api_?)?(?:key|token)$|(?:^|_)firebase_(?:web_)?api_?key$|(?:^|_)(?:pusher|reverb|soketi)_app_key$|(?:^|_)(?:sentry|glitchtip)_(?:\w{1,30}_)?dsn$/i;

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
  /^(?:sandbox-sq0|access_token\$sandbox\$|access-sandbox-|sk_sbox_|xnd_development_|SB-Mid-|shippo_test_)/,
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
  /** The whole key from its beginning to its end; its first group is the beginning. */
  form: RegExp;
  /** The part of the key before the searched text, where the key does not begin with that. */
  before?: RegExp;
  /** True for a form that counts only as a whole value, because other strings in running text have it, too. */
  isPlain?: boolean;
  /** A required word of the context, because other strings in running text have this form, too. */
  near?: RegExp;
}

const isText = (text: string): boolean => text !== '';

/** A key of these signs and lengths behind each of the beginnings. */
const keys = (
  begins: string,
  rest: string,
  { signs = String.raw`\w-`, ...more }: { signs?: string } & Omit<KeyForm, 'begins' | 'form'> = {},
): KeyForm[] =>
  begins
    .split(' ')
    .filter(isText)
    .map((one) => ({
      begins: one,
      form: new RegExp(`^(${one.replaceAll(/[.$]/g, String.raw`\$&`)})${rest}(?![${signs}])`),
      ...more,
    }));

/** Keys that open something, whatever their setting is called and wherever they stand. */
export const keyForms: readonly KeyForm[] = [
  // GitLab, npm, PyPI, RubyGems
  ...keys('glpat- gldt- glrt- glcbt- glptt- gloas-', String.raw`[\w-]{20,64}(?:\.[\w.]{9,60})?`),
  ...keys('npm_', '[A-Za-z0-9]{36}'),
  ...keys('pypi-', String.raw`AgEI[\w-]{50,300}`),
  ...keys('rubygems_', '[0-9a-f]{48}'),
  // Addresses that take messages: Slack, Discord
  ...keys('https://hooks.slack.com/services/', String.raw`T\w{6,14}\/B\w{6,14}\/[A-Za-z0-9]{18,30}`),
  ...keys('/api/webhooks/', String.raw`\d{15,25}\/[\w-]{60,100}`, {
    before: /https:\/\/(?:\w{1,10}\.)?discord(?:app)?\.com$/,
  }),
  // SendGrid, Brevo, Mailgun
  ...keys('SG.', String.raw`[\w-]{22}\.[\w-]{43}`),
  ...keys('xkeysib- xsmtpsib-', '[0-9a-f]{64}-[A-Za-z0-9]{16}'),
  // Elements of pages have keys, too; those of Mailgun's client stand beside the user.
  ...keys('key-', '[0-9a-f]{32}', {
    near: /mailgun/i,
    before:
      /(?:username["'`]?\s{0,4}:[^]{0,20}key["'`]?\s{0,4}:\s{0,4}["'`]?|(?<!\w)(?<!(?<![\w-])(?:key|id|class|className|for|htmlFor|name|href|ref|aria-[\w-]{1,30}|data-[\w-]{1,30})["'`]?\s{0,4}[=:]\s{0,4}\{?\s{0,4}["'`]?))$/,
  }),
  // OpenAI (older ones hold its name in base64), Anthropic, Hugging Face, Groq, xAI
  ...keys('sk-proj- sk-svcacct- sk-admin-', String.raw`[\w-]{20,250}`),
  ...keys('T3BlbkFJ', '[A-Za-z0-9]{20}', { before: /(?<![\w-])sk-[A-Za-z0-9]{20}$/ }),
  ...keys('sk-ant-', String.raw`[a-z0-9]{3,10}-[\w-]{40,250}`),
  ...keys('hf_', '[A-Za-z]{34}'),
  ...keys('gsk_', '[A-Za-z0-9]{52}'),
  ...keys('xai-', '[A-Za-z0-9]{60,100}'),
  // Shopify, DigitalOcean, Supabase, PlanetScale, Airtable, Azure Storage
  ...keys('shpat_ shpca_ shppa_ shpss_', '[0-9a-fA-F]{32}'),
  ...keys('dop_v1_ doo_v1_ dor_v1_', '[0-9a-f]{64}'),
  ...keys('sb_secret_', String.raw`[\w-]{20,100}`),
  ...keys('pscale_tkn_ pscale_pw_', String.raw`[\w=.-]{32,64}`),
  ...keys('pat', String.raw`[A-Za-z0-9]{14}\.[0-9a-f]{64}`),
  ...keys('AccountKey=', '[A-Za-z0-9+/]{86}==', { signs: 'A-Za-z0-9+/=' }),
  // Vault, Doppler, Grafana, Databricks, Sentry, New Relic
  ...keys('hvs.', String.raw`[\w-]{24,200}`),
  ...keys('dp.pt.', '[A-Za-z0-9]{40,44}'),
  ...keys('dp.st.', String.raw`(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}`),
  ...keys('glsa_', '[A-Za-z0-9]{32}_[0-9a-fA-F]{8}'),
  ...keys('dapi', String.raw`[0-9a-f]{32}(?:-\d)?`),
  ...keys('sntrys_', String.raw`eyJ[\w+/=-]{60,400}`),
  ...keys('sntryu_', '[0-9a-f]{64}'),
  ...keys('NRAK-', '[A-Z0-9]{27}'),
  // Square, Telegram, Mapbox
  ...keys('sq0atp- sq0csp-', String.raw`[\w-]{22,43}`),
  ...keys('EAAA', String.raw`[\w-]{60}`, { near: /square/i }),
  ...keys(':AA', String.raw`[\w-]{33}`, { before: /(?:(?<![\w:.-])|\/bot)\d{8,10}$/ }),
  ...keys('sk.eyJ', String.raw`[\w-]{50,200}\.[\w-]{20,24}`),
  // Slack's apps, clients of Google, OpenRouter, Linear, Notion, Figma, Replicate, Docker Hub, Pulumi, Tailscale, Atlassian
  ...keys('xapp-', String.raw`\d-[A-Z0-9]{9,13}-\d{10,16}-[0-9a-f]{64}`),
  ...keys('GOCSPX-', String.raw`[\w-]{28}`),
  ...keys('sk-or-v1-', '[0-9a-f]{64}'),
  ...keys('lin_api_', '[A-Za-z0-9]{40}'),
  ...keys('ntn_', '[A-Za-z0-9]{46}'),
  ...keys('figd_', String.raw`[\w-]{40}`),
  ...keys('r8_', '[A-Za-z0-9]{37}'),
  ...keys('dckr_pat_', String.raw`[\w-]{27}`),
  ...keys('pul-', '[0-9a-f]{40}'),
  ...keys('tskey-auth-', String.raw`[A-Za-z0-9]{10,20}-[A-Za-z0-9]{20,40}`),
  // HubSpot, Flutterwave, Netlify, Braintree, Postman, Terraform Cloud, LangSmith, Pinecone, Perplexity, Contentful, Vercel
  ...keys('pat-na1- pat-na2- pat-eu1- pat-ap1-', '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'),
  ...keys('FLWSECK-', '[0-9a-f]{32}-X'),
  ...keys('nfp_ nfc_', '[A-Za-z0-9]{36}'),
  ...keys('access_token$production$', String.raw`[a-z0-9]{16}\$[0-9a-f]{32}`),
  ...keys('PMAK-', '[0-9a-f]{24}-[0-9a-f]{34}'),
  ...keys('.atlasv1.', String.raw`[\w-]{60,70}`, { before: /(?<![\w.-])[A-Za-z0-9]{14}$/ }),
  ...keys('lsv2_pt_ lsv2_sk_', '[0-9a-f]{32}_[0-9a-f]{10}'),
  ...keys('pcsk_', '[A-Za-z0-9]{5,6}_[A-Za-z0-9]{60,64}'),
  ...keys('pplx-', '[A-Za-z0-9]{48}'),
  ...keys('CFPAT-', String.raw`[\w-]{43}`),
  ...keys('vercel_blob_rw_', '[A-Za-z0-9]{16}_[A-Za-z0-9]{30}'),
  // Slack's tokens that are exchanged for new ones
  ...keys('xoxe.xoxb- xoxe.xoxp-', String.raw`\d-[\w-]{100,300}`),
  ...keys('xoxe-', String.raw`\d-[A-Za-z0-9]{100,300}`),
  ...keys('ATATT3', String.raw`[\w=-]{180,190}`),
  // Too plain to be recognised in other text, or recognised there by other marks: GitHub, Slack, SendGrid, Resend, OpenAI, Stripe, Square
  ...keys('ghp_ gho_ ghu_ ghs_ ghr_', '[A-Za-z0-9]{36,251}', { isPlain: true }),
  ...keys('github_pat_', String.raw`\w{22,250}`, { isPlain: true }),
  ...keys('xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs-', String.raw`[\w-]{20,250}`, { isPlain: true }),
  ...keys('https://hooks.slack.com/', String.raw`(?:services|workflows|triggers)\/[\w/-]{20,250}`, { isPlain: true }),
  ...keys('SG.', String.raw`[\w-]{16,32}\.[\w-]{32,64}`, { isPlain: true }),
  ...keys('re_', '[A-Za-z0-9]{8}_[A-Za-z0-9]{16,32}', { isPlain: true }),
  ...keys('sk-', '[A-Za-z0-9]{48}', { isPlain: true }),
  ...keys('whsec_', '[A-Za-z0-9+/]{24,64}={0,2}', { isPlain: true }),
  ...keys('EAAA sq0csp-', String.raw`[\w-]{40,100}`, { isPlain: true }),
  // Mailchimp
  ...keys('-us', String.raw`\d{1,3}`, { isPlain: true, before: /^[0-9a-f]{32}$/ }),
];

/** Google's keys have one form, whatever they open. */
export const googleKey = /^AIza[\w-]{35}$/;
