const access = `      --server URL              address of the service, or set PERIMETER_SERVER
      --api-key-stdin           read the API key from standard input instead of from
                                PERIMETER_API_KEY
      --api-key-file FILE       read the key from FILE, readable for you alone (chmod 600)
      --timeout TIME            whole time, such as 90s or 15m (default)`;

const asking = `${access}
  -f, --format text|json        text (default), or the answer of the service as JSON
      --json                    same as --format json
      --color auto|always|never NO_COLOR and FORCE_COLOR are also supported
  -h, --help                    show this help`;

const codes = `Exit codes
  0    done
  2    invalid arguments or settings
  6    the service refused: credits, rate limit or API key
  7    the service cannot be reached, after retries
`;

/** The help on commands that use a service. */
export const serviceHelp = {
  compare: `Usage
  perimeter compare <domain> <domain> --server URL [options]

Compares the latest completed audits of two domains at a service. It starts no audit.

Options
${asking}

${codes}`,
  pdf: `Usage
  perimeter pdf <id> --server URL [options]

Downloads the signed PDF of a completed audit. It needs an API key.

Options
  -o, --output FILE             write to FILE, "-" for stdout (default: <id>.pdf)
      --paper a4|us-letter      paper size (default: a4)
      --detail brief|full       brief (default), or all evidence and every check
${access}
  -h, --help                    show this help

${codes}`,
  usage: `Usage
  perimeter usage --server URL [options]

Shows the credits of this month at a service.

Options
${asking}

${codes}`,
} as const;
