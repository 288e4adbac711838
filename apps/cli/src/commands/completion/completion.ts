import type { Context } from '../../context.ts';
import { type ExitCode, exitCodes } from '../../exit-codes.ts';
import type { Shell } from '../../offline/arguments.ts';
import { type CommandWords, commandWords } from './words.ts';

const joined = (words: readonly string[]): string => words.join(' ');
const flagWords = ({ flags }: CommandWords): string => joined(flags.map(({ name }) => `--${name}`));

/** One line for each option with a closed list of values, with its spellings after the command. */
const valueLines = (all: readonly CommandWords[], line: (keys: readonly string[], values: string) => string): string =>
  all
    .flatMap(({ command, flags }) =>
      flags
        .filter(({ values }) => values.length > 0)
        .map(({ name, short, values }) =>
          line(
            [`--${name}`, ...(short === null ? [] : [`-${short}`])].map((flag) => `${command} ${flag}`),
            joined(values),
          ),
        ),
    )
    .join('\n');

/** One line for each command with further words: under "next" the second word, under "later" the following ones. */
const wordLines = (all: readonly CommandWords[], line: (key: string, words: readonly string[]) => string): string =>
  all
    .flatMap(({ command, next, later }) => [
      ...(next === null ? [] : [line(`${command} next`, next)]),
      ...(later === null ? [] : [line(`${command} later`, later)]),
    ])
    .join('\n');

const patterns = (keys: readonly string[]): string => keys.map((key) => `"${key}"`).join('|');

const bash = (all: readonly CommandWords[]): string => `# bash completion for perimeter
_perimeter() {
  local cur=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} place=later words
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${joined(all.map(({ command }) => command))} --version --help" -- "$cur"))
    return
  fi
  # bash makes three words of --option=value.
  if [ "$cur" = = ]; then cur=; elif [ "$before" = = ]; then before=\${COMP_WORDS[COMP_CWORD-2]}; fi
  case "\${COMP_WORDS[1]} $before" in
${valueLines(all, (keys, values) => `    ${patterns(keys)}) COMPREPLY=($(compgen -W "${values}" -- "$cur")); return ;;`)}
  esac
  if [ "$COMP_CWORD" -eq 2 ]; then place=next; fi
  case "$cur" in -*) place=- ;; esac
  case "\${COMP_WORDS[1]} $place" in
${all.map((one) => `    "${one.command} -") words="${flagWords(one)}" ;;`).join('\n')}
${wordLines(all, (key, words) => `    "${key}") words="${joined(words)}" ;;`)}
    *) COMPREPLY=($(compgen -f -- "$cur")); return ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o filenames -F _perimeter perimeter
`;

const zsh = (all: readonly CommandWords[]): string => `#compdef perimeter
_perimeter() {
  local before=\${words[CURRENT-1]} place=later
  if (( CURRENT == 2 )); then
    compadd -- ${joined(all.map(({ command }) => command))} --version --help
    return
  fi
  if (( CURRENT == 3 )); then place=next; fi
  if [[ $PREFIX == --*=* ]]; then
    before=\${PREFIX%%=*} place=value
    compset -P 1 '*='
  elif [[ $PREFIX == -* ]]; then place=-; fi
  case "\${words[2]} $before" in
${valueLines(all, (keys, values) => `    ${patterns(keys)}) compadd -- ${values}; return ;;`)}
  esac
  case "\${words[2]} $place" in
${all.map((one) => `    "${one.command} -") compadd -- ${flagWords(one)} ;;`).join('\n')}
${wordLines(all, (key, words) => `    "${key}") compadd -- ${joined(words)} ;;`)}
    *) _files ;;
  esac
}
if [ "\${funcstack[1]}" = _perimeter ]; then _perimeter "$@"; else compdef _perimeter perimeter; fi
`;

const fish = (all: readonly CommandWords[]): string =>
  [
    '# fish completion for perimeter',
    `complete -c perimeter -n __fish_use_subcommand -f -a '${joined(all.map(({ command }) => command))}'`,
    ...['version', 'help'].map((name) => `complete -c perimeter -n __fish_use_subcommand -l ${name}`),
    ...all.flatMap(({ command, flags, next, later }) => {
      const seen = `__fish_seen_subcommand_from ${command}`;
      const words = (test: string, list: readonly string[] | null): string[] =>
        list === null
          ? []
          : [
              `complete -c perimeter -n '${seen}; and test (count (commandline -opc)) ${test} 2' -f -a '${joined(list)}'`,
            ];
      return [
        ...words('-eq', next),
        ...words('-gt', later),
        ...flags.map(
          ({ name, short, values }) =>
            `complete -c perimeter -n '${seen}'${short === null ? '' : ` -s ${short}`} -l ${name}${values.length === 0 ? '' : ` -x -a '${joined(values)}'`}`,
        ),
      ];
    }),
    '',
  ].join('\n');

const listed = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');

const pwsh = (all: readonly CommandWords[]): string => `# PowerShell completion for perimeter
Register-ArgumentCompleter -Native -CommandName perimeter -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $typed = @($commandAst.CommandElements | ForEach-Object { $_.ToString() })
  $before = if ($wordToComplete) { $typed[-2] } else { $typed[-1] }
  $values = @{
${valueLines(all, (keys, values) => keys.map((key) => `    '${key}' = @(${listed(values.split(' '))})`).join('\n'))}
  }
  $flags = @{
${all.map(({ command, flags }) => `    '${command}' = @(${listed(flags.map(({ name }) => `--${name}`))})`).join('\n')}
  }
  $words = @{
${wordLines(all, (key, words) => `    '${key}' = @(${listed(words)})`)}
  }
  $start = ''
  $rest = "$wordToComplete"
  if ($rest -match '^(--[a-z-]+)=(.*)$') {
    $before = $Matches[1]
    $start = "$before="
    $rest = $Matches[2]
  }
  $count = if ($wordToComplete) { $typed.Count - 1 } else { $typed.Count }
  $place = if ($count -eq 2) { 'next' } else { 'later' }
  $known = if ($count -eq 1) { @(${listed([...all.map(({ command }) => command), '--version', '--help'])}) }
    elseif ($values.ContainsKey("$($typed[1]) $before")) { $values["$($typed[1]) $before"] }
    elseif ($start -eq '' -and $rest.StartsWith('-')) { $flags[$typed[1]] }
    elseif ($start -eq '') { $words["$($typed[1]) $place"] }
  $known | Where-Object { $_ -like "$rest*" } |
    ForEach-Object { [System.Management.Automation.CompletionResult]::new("$start$_") }
}
`;

const scripts: Readonly<Record<Shell, (all: readonly CommandWords[]) => string>> = { bash, zsh, fish, pwsh };

/** perimeter completion: the script of a shell. */
export async function runCompletion(shell: Shell, { stdout }: Context): Promise<ExitCode> {
  stdout.write(scripts[shell](await commandWords()));
  return exitCodes.ok.code;
}
