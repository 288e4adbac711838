import { defaultControlNames } from '@perimeter/engine/settings/control-names.data';
import {
  choice,
  colourOf,
  echoed,
  exactly,
  formats,
  hintOn,
  only,
  givenText,
  UsageError,
  type verdictFormats,
  verdictWriting,
} from '../argument-values.ts';
import { colourRow, type CommandForm, helpRow, verdictRows } from '../command-form.ts';
import type { ColourMode } from '../display.ts';

/** Shells with completion scripts. */
export const shells = ['bash', 'zsh', 'fish', 'pwsh'] as const;
export type Shell = (typeof shells)[number];

export interface ChecksArguments {
  format: (typeof formats)[number];
  colour: ColourMode;
}

export interface DoctorArguments {
  format: (typeof verdictFormats)[number];
  colour: ColourMode;
}

export interface VerifyArguments extends DoctorArguments {
  /** The sealed PDF; "-" is standard input. */
  file: string;
  /** File with the signing roots that are trusted. */
  roots: string;
  /** File with the authorities that are trusted for time stamps; null: the signer's word for them is taken. */
  timeAuthorities: string | null;
  /** File with the published keys, which say what is compromised; null: that is not asked. */
  keys: string | null;
}

export interface ExplainArguments {
  check: string;
  colour: ColourMode;
}

export const verifyForm: CommandForm<VerifyArguments> = {
  usage: ['<report.pdf|-> --ca <root.pem> [options]'],
  about:
    'Verifies a signed PDF report without network access: any changed byte is detected. The signing root is at /.well-known/perimeter-signing/root.pem of the service that issued the report; download it once over a channel that you trust. "-" reads standard input.',
  options: {
    Options: {
      '--ca <FILE>': 'PEM file with trusted signing roots, or with signer certificates, to trust only these',
      '--tsa-ca <FILE>':
        'PEM file with trusted time-stamping authorities; without it, the signer vouches for the time stamp',
      '--keys <FILE>':
        'keys.json of the service: rejects reports signed with a compromised key, unless a time stamp trusted by --tsa-ca is older',
      ...verdictRows('text (default), or JSON with every check and fact'),
    },
  },
  after: {
    'Exit codes': {
      0: 'intact: unchanged, and the signer is trusted',
      1: 'altered: do not trust this file',
      2: 'invalid arguments, or a file that cannot be read',
      4: 'unchanged since it was signed, but the signer is unknown, expired or compromised',
      5: 'not a PDF, or not a signed report',
    },
  },
  read({ values, positionals }) {
    const file = only(positionals, '<file>', 'perimeter verify <report.pdf> --ca <root.pem>');
    const roots = givenText(values, 'ca');
    if (roots === null)
      throw new UsageError('Missing option --ca. Usage: perimeter verify <report.pdf> --ca <root.pem>');
    const [timeAuthorities, keys] = [givenText(values, 'tsa-ca'), givenText(values, 'keys')];
    return { file, roots, timeAuthorities, keys, ...verdictWriting(values) };
  },
};

export const checksForm: CommandForm<ChecksArguments> = {
  usage: ['[options]'],
  options: {
    Options: {
      '-f, --format <table|json>': 'table (default), or a JSON array with all facts',
      ...colourRow,
      ...helpRow,
    },
  },
  read({ values, positionals }) {
    exactly(positionals, [], 'perimeter checks [options]');
    return { format: choice(values, 'format', formats, 'table'), colour: colourOf(values) };
  },
};

export const doctorForm: CommandForm<DoctorArguments> = {
  usage: ['[options]'],
  about: `Shows what audits can reach from this machine: IPv4 and IPv6, the DNS resolver over UDP and TCP, name servers (port 53), mail servers (port 25), the offset of the clock, and whether a proxy intercepts TLS. What cannot be reached stays inconclusive in audits. The output ends with the date and age of every list that audits judge by (docs/trust-data.md).

The test connects to the sites in PERIMETER_CONTROL_NAMES, by default ${defaultControlNames.join(' and ')}, to the name servers of their domains, and to the resolver. Audits contact these sites only if the variable is set, and only to recognize a proxy.`,
  options: { Options: verdictRows('text (default), or JSON', true) },
  after: {
    'Exit codes': {
      0: 'nothing makes audits incomplete',
      1: 'something makes audits incomplete; the output says what to do',
      2: 'invalid arguments or settings',
    },
  },
  read({ values, positionals }) {
    exactly(positionals, [], 'perimeter doctor [options]');
    return verdictWriting(values);
  },
};

export const schemaForm: CommandForm<'report' | 'config'> = {
  usage: ['[report|config]'],
  about:
    'Prints the JSON Schema (draft 2020-12) of the output of "perimeter audit --format json", or of perimeter.yml.',
  options: { Options: helpRow },
  read({ positionals }) {
    const of = positionals.length === 0 ? 'report' : only(positionals, '<schema>', 'perimeter schema [report|config]');
    const known = ['report', 'config'] as const;
    const found = known.find((one) => one === of);
    if (found === undefined)
      throw new UsageError(`Unknown schema "${echoed(of)}": use ${known.join(', ')}${hintOn(of, known)}`);
    return found;
  },
};

export const explainForm: CommandForm<ExplainArguments> = {
  usage: ['<check>'],
  about:
    'Prints why a check matters, how to fix what it finds, and when the risk can be accepted. All checks: perimeter checks',
  options: { Options: { ...colourRow, ...helpRow } },
  read({ values, positionals }) {
    return { check: only(positionals, '<check>', 'perimeter explain <check>'), colour: colourOf(values) };
  },
};

export const completionForm: CommandForm<Shell> = {
  usage: [shells.join('|')],
  about: 'Prints a script that completes commands, options, their values and checks.',
  options: { Options: helpRow },
  after: {
    Examples: `source <(perimeter completion bash)
perimeter completion zsh > "\${fpath[1]}/_perimeter"
perimeter completion fish > ~/.config/fish/completions/perimeter.fish
perimeter completion pwsh | Out-String | Invoke-Expression`,
  },
  read({ positionals }) {
    const typed = only(positionals, '<shell>', `perimeter completion ${shells.join('|')}`).toLowerCase();
    const shell = shells.find((one) => one === typed);
    if (shell === undefined) throw new UsageError(`Unknown shell: use ${shells.join(', ')}${hintOn(typed, shells)}`);
    return shell;
  },
};
