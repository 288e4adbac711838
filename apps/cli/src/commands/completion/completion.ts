import type { Context } from '../../context.ts';
import { type ExitCode, exitCodes } from '../../exit-codes.ts';
import type { CompletionArguments, Shell } from '../../offline/arguments.ts';
import { type CommandWords, commandWords } from './words.ts';

const joined = (words: readonly string[]): string => words.join(' ');
const flagWords = ({ flags }: CommandWords): string => joined(flags.map(({ name }) => `--${name}`));

/** One line for each option of a closed list. */
const valueLines = (all: readonly CommandWords[], line: (key: string, values: string) => string): string =>
  all
    .flatMap(({ command, flags }) =>
      flags
        .filter(({ values }) => values.length > 0)
        .map(({ name, values }) => line(`${command} --${name}`, joined(values))),
    )
    .join('\n');

const bash = (all: readonly CommandWords[]): string => `# bash completion for perimeter
_perimeter() {
  local cur=\${COMP_WORDS[COMP_CWORD]} words
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${joined(all.map(({ command }) => command))} --version --help" -- "$cur"))
    return
  fi
  case "\${COMP_WORDS[1]} \${COMP_WORDS[COMP_CWORD-1]}" in
${valueLines(all, (key, values) => `    "${key}") COMPREPLY=($(compgen -W "${values}" -- "$cur")); return ;;`)}
  esac
  case "\${COMP_WORDS[1]} $cur" in
${all.map((one) => `    "${one.command} -"*) words="${flagWords(one)}" ;;`).join('\n')}
${all.flatMap(({ command, words }) => (words === null ? [] : [`    "${command} "*) words="${joined(words)}" ;;`])).join('\n')}
    *) COMPREPLY=($(compgen -f -- "$cur")); return ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o filenames -F _perimeter perimeter
`;

const zsh = (all: readonly CommandWords[]): string => `#compdef perimeter
_perimeter() {
  if (( CURRENT == 2 )); then
    compadd -- ${joined(all.map(({ command }) => command))} --version --help
    return
  fi
  case "\${words[2]} \${words[CURRENT-1]}" in
${valueLines(all, (key, values) => `    "${key}") compadd -- ${values}; return ;;`)}
  esac
  case "\${words[2]} $PREFIX" in
${all.map((one) => `    "${one.command} -"*) compadd -- ${flagWords(one)} ;;`).join('\n')}
${all.flatMap(({ command, words }) => (words === null ? [] : [`    "${command} "*) compadd -- ${joined(words)} ;;`])).join('\n')}
    *) _files ;;
  esac
}
if [ "\${funcstack[1]}" = _perimeter ]; then _perimeter "$@"; else compdef _perimeter perimeter; fi
`;

const fish = (all: readonly CommandWords[]): string =>
  [
    '# fish completion for perimeter',
    `complete -c perimeter -n __fish_use_subcommand -f -a '${joined(all.map(({ command }) => command))}'`,
    ...all.flatMap(({ command, flags, words }) => {
      const seen = `complete -c perimeter -n '__fish_seen_subcommand_from ${command}'`;
      return [
        ...(words === null ? [] : [`${seen} -f -a '${joined(words)}'`]),
        ...flags.map(
          ({ name, values }) => `${seen} -l ${name}${values.length === 0 ? '' : ` -x -a '${joined(values)}'`}`,
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
${valueLines(all, (key, values) => `    '${key}' = @(${listed(values.split(' '))})`)}
  }
  $words = @{
${all.map((one) => `    '${one.command}' = @(${listed([...(one.words ?? []), ...one.flags.map(({ name }) => `--${name}`)])})`).join('\n')}
  }
  $isFirst = $typed.Count -eq 1 -or ($typed.Count -eq 2 -and $wordToComplete)
  $known = if ($isFirst) { @(${listed(all.map(({ command }) => command))}) }
    elseif ($values.ContainsKey("$($typed[1]) $before")) { $values["$($typed[1]) $before"] }
    else { $words[$typed[1]] }
  $known | Where-Object { $_ -like "$wordToComplete*" } |
    ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }
}
`;

const scripts: Readonly<Record<Shell, (all: readonly CommandWords[]) => string>> = { bash, zsh, fish, pwsh };

/** perimeter completion: the script of a shell. */
export function runCompletion({ shell }: CompletionArguments, { stdout }: Context): ExitCode {
  stdout.write(scripts[shell](commandWords()));
  return exitCodes.ok.code;
}
