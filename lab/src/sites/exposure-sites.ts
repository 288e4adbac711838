import { pathFor } from '@perimeter/protocols/exposure/path';
import { deepPaths, publishedPaths, standardPaths } from '@perimeter/protocols/exposure/paths.data';
import { type FileSample, fileSamples } from '@perimeter/protocols/exposure/testing/samples';
import type { HeaderLine, Page, Pages, Site } from './site.ts';
import { hsts, markup, type PolicySite, securePage } from './policy-site.ts';

/** The secret planted in every file, which must not appear in any report. */
export const planted = 'Qz7pLwK2vXn9TsRb4YhJ6mDf';

/** Files as web servers send them: in parts, where a part is asked for. */
const pageOf = ({ type, status = 200, headers = [] }: FileSample, body: string): Page => ({
  status,
  headers: [['Content-Type', type], ...headers],
  body,
  ranges: 'of-length',
  binary: true,
});

const rows = [...standardPaths, ...deepPaths, ...publishedPaths];
/** Files that are meant to be public do not count as leaks. */
const filePaths = [...standardPaths, ...deepPaths];

/** The files of these paths, leaking or harmless. */
const filesOf = (host: string, paths: readonly string[], isLeaky: boolean): Readonly<Record<string, Page>> =>
  Object.fromEntries(
    paths.map((path) => {
      const row = rows.find((one) => one.path.split('?', 1)[0] === path);
      if (row === undefined) throw new Error(`Building ${host}: ${path} is no path of the table`);
      const sample = fileSamples[row.kind];
      const page = isLeaky
        ? pageOf(sample, sample.leaky(planted))
        : pageOf({ ...sample, status: 200 }, sample.harmless);
      return [pathFor({ ...row, path }, host), page] as const;
    }),
  );

interface Files {
  paths?: readonly string[];
  extra?: Readonly<Record<string, Page>>;
  head?: string;
  headers?: readonly HeaderLine[];
  isLeaky?: boolean;
}

/** A site over HTTPS with these files beside its page. */
function filed(host: string, { paths = [], extra = {}, head = '', headers = [], isLeaky = true }: Files): Site {
  const { http, https } = securePage(host, headers, markup(host, '<p>Goods of all kinds</p>', head));
  return { http, https: { ...https, ...filesOf(host, paths, isLeaky), ...extra } as Pages };
}

/** Paths of tools, which audits request before any file that triggers firewalls. */
const toolPage = /^\/(?:metrics|nginx_status|server-status|debug|actuator|_|phpmyadmin|adminer|manager|phpinfo|info)/;

const missing: Page = {
  status: 404,
  headers: [['Content-Type', 'text/html'], hsts],
  body: `<!doctype html>${markup('Not found', '<p>Nothing is here</p>')}`,
};
const djangoDebug: Page = {
  ...missing,
  body: `<!doctype html><title>Page not found</title><p>You're seeing this error because you have <code>DEBUG = True</code> in your Django settings file.</p>`,
};
const plain = (body: string): Page => ({ status: 200, headers: [['Content-Type', 'text/plain; charset=utf-8']], body });
/** How Spring Boot answers HEAD on an endpoint that it serves. */
const springJson: Page = {
  status: 200,
  headers: [['Content-Type', 'application/vnd.spring-boot.actuator.v3+json']],
  body: '{}',
};
const openPhpMyAdmin: Page = {
  status: 200,
  headers: [['Content-Type', 'text/html']],
  body: '<!doctype html><title>phpMyAdmin</title><div id="pma_navigation"></div>',
};
const expired = plain('Contact: http://leaky2-default.lab/report\nExpires: 2024-01-01T00:00:00Z\n');
const sound = plain('Contact: mailto:security@fixed.lab\nExpires: 2027-06-30T00:00:00Z\n');
const defaultPage: Page = {
  status: 200,
  headers: [['Content-Type', 'text/html; charset=utf-8'], hsts],
  body: '<!doctype html><title>Welcome to nginx!</title><h1>Welcome to nginx!</h1>',
};

const files = ['/.git/HEAD', '/.git/config', '/.svn/wc.db', '/.env', '/.npmrc', '/server.key', '/appsettings.json'];
const data = ['/dump.sql', '/backup.zip', '/error_log', '/uploads/', '/composer.lock', '/.DS_Store'];
const pages = ['/phpinfo.php', '/metrics', '/actuator', '/_profiler/', '/adminer.php', '/openapi.json'];
const deep = ['/terraform.tfstate', '/Jenkinsfile', '/CLAUDE.md', '/graphql', '/v1/models', '/%ff'];
const published = ['/.well-known/change-password', '/.well-known/openid-configuration', '/sitemap.xml', '/llms.txt'];
const wordpress = '<script src="/wp-includes/app.js"></script>';
const everyFile = filePaths.flatMap(({ path, only }) => (only === undefined ? [path.split('?', 1)[0] ?? path] : []));

/** Sites that expose files and pages, their harmless twin, and sites that answer any path. */
export const exposureSites: Readonly<Record<string, PolicySite>> = {
  'leaky2-files.lab': {
    what: 'A repository, settings, tokens and a key in the web root',
    site: filed('leaky2-files.lab', { paths: files }),
  },
  'leaky2-data.lab': {
    what: 'A dump, a backup, a log and a directory listing in the web root',
    site: filed('leaky2-data.lab', { paths: data }),
  },
  'leaky2-pages.lab': {
    what: 'Debug and status pages, a framework in debug mode, Adminer, and phpMyAdmin without a login',
    site: filed('leaky2-pages.lab', {
      paths: pages,
      extra: { '/actuator/env': springJson, '/phpmyadmin/': openPhpMyAdmin, '*': djangoDebug },
    }),
  },
  'leaky2-deep.lab': {
    what: 'State of Terraform, a pipeline, notes for agents, an open GraphQL, a model and a stack trace',
    site: filed('leaky2-deep.lab', { paths: deep }),
  },
  'leaky2-wordpress.lab': {
    what: 'WordPress with its list of users, its login and its log',
    site: filed('leaky2-wordpress.lab', {
      paths: ['/wp-json/wp/v2/users', '/wp-login.php', '/wp-content/debug.log', '/xmlrpc.php'],
      head: wordpress,
    }),
  },
  'leaky2-plain.lab': {
    what: 'Adminer over HTTP; nothing listens on 443',
    site: { http: filed('leaky2-plain.lab', { paths: ['/adminer.php'] }).https, https: { '*': plain('') } },
    more: { ports: [80] },
  },
  'leaky2-default.lab': {
    what: 'The default page of nginx, and an expired security.txt',
    site: filed('leaky2-default.lab', {
      paths: published,
      extra: { '/': defaultPage, '/.well-known/security.txt': expired },
    }),
  },
  'fixed.lab': {
    what: 'Files and pages with the names of leaky ones, all harmless, and a valid security.txt',
    site: filed('fixed.lab', {
      paths: everyFile,
      isLeaky: false,
      head: wordpress,
      extra: {
        '/.well-known/security.txt': sound,
        '/wp-json/wp/v2/users': { status: 401, headers: [['Content-Type', 'application/json']], body: '{}' },
      },
    }),
  },
  'soft404.lab': {
    what: 'The same page with 200 for every path',
    site: filed('soft404.lab', {
      extra: {
        '*': {
          status: 200,
          headers: [['Content-Type', 'text/html'], hsts],
          body: `<!doctype html>${markup('soft404', '<p>Goods of all kinds</p>')}`,
        },
      },
    }),
  },
  'honeypot.lab': {
    what: 'Every file that anybody may look for',
    site: filed('honeypot.lab', { paths: everyFile }),
  },
};

/** Files that go on for long after the part that is asked for. */
const longFiles = (host: string, ranges: NonNullable<Page['ranges']>): Readonly<Record<string, Page>> =>
  Object.fromEntries(
    Object.entries(filesOf(host, ['/.env', '/.git/config', '/backup.zip', '/dump.sql', '/error_log'], true)).map(
      ([path, page]) => [path, { ...page, ranges, body: page.body.padEnd(300_000, '# more of the same\n') }],
    ),
  );

/** Sites whose servers send parts, whose files have odd codings, or that were left with more files than others. */
export const partialSites: Readonly<Record<string, PolicySite>> = {
  'leaky2-long.lab': {
    what: 'Files of 300,000 octets, sent in parts',
    site: filed('leaky2-long.lab', { extra: longFiles('leaky2-long.lab', 'of-length') }),
  },
  'leaky2-unknown.lab': {
    what: 'Files of 300,000 octets, sent in parts of a length that is not told',
    site: filed('leaky2-unknown.lab', { extra: longFiles('leaky2-unknown.lab', 'of-unknown') }),
  },
  'leaky2-coding.lab': {
    what: 'A page and files whose Content-Encoding names no coding',
    site: filed('leaky2-coding.lab', {
      headers: [['Content-Encoding', 'none']],
      extra: Object.fromEntries(
        Object.entries(filesOf('leaky2-coding.lab', ['/.env', '/dump.sql'], true)).map(([path, page]) => [
          path,
          { ...page, headers: [...page.headers, ['Content-Encoding', 'aws-chunked']] },
        ]),
      ),
    }),
  },
  'abandoned.lab': {
    what: 'A site that was left with fifteen files in its web root',
    site: filed('abandoned.lab', { paths: everyFile.slice(everyFile.indexOf('/.env')).slice(0, 15) }),
  },
  'forbid.lab': {
    what: 'Answers 403 to whoever has asked for eight pages of tools',
    site: filed('forbid.lab', {
      paths: ['/.env'],
      extra: { '*': { ...missing, guard: { path: toolPage, most: 8, how: '403' } } },
    }),
  },
};

/** Sites that repeat, delay, ban or limit, so that their answers prove nothing or are not seen. */
export const guardingSites: Readonly<Record<string, PolicySite>> = {
  'echo.lab': {
    what: 'Every path answers 200 with a page that repeats it',
    site: filed('echo.lab', {
      extra: {
        '*': {
          status: 200,
          headers: [['Content-Type', 'text/html'], hsts],
          body: `<!doctype html>${markup('Search', '<p>You looked for {path}. We have goods of all kinds.</p>')}`,
        },
      },
    }),
  },
  'slow404.lab': {
    what: 'Paths that do not exist are answered late',
    site: filed('slow404.lab', { extra: { '*': { ...missing, delayMs: 600 } } }),
  },
  'ban.lab': {
    what: 'Answers nobody any more who has asked for eight pages of tools',
    site: filed('ban.lab', {
      paths: ['/.env'],
      extra: { '*': { ...missing, guard: { path: toolPage, most: 8, how: 'drop' } } },
    }),
  },
  'limit.lab': {
    what: '429 after twenty requests',
    site: filed('limit.lab', {
      paths: ['/.env'],
      extra: { '*': { ...missing, guard: { path: /^/, most: 20, how: '429' } } },
    }),
  },
};
