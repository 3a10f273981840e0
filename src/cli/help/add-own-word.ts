import type { Command } from 'commander';

/** Options that people know from other tools, with the one of cyclectl, and how that is written. */
const ownWords: Readonly<Record<string, { readonly option: string; readonly written?: string }>> = {
  'auto-approve': { option: '--yes' },
  target: { option: '--select', written: '--select account=NAME' },
  env: { option: '--environment', written: '--environment NAME' },
  json: { option: '--format', written: '--format json' },
  o: { option: '--format', written: '--format json' },
  out: { option: '--out', written: '--out FILE' },
  'detailed-exitcode': { option: '--exit-code' },
  debug: { option: '--verbose' },
  chdir: { option: '--directory', written: '--directory FOLDER' },
};

/** Adds what cyclectl calls an unknown option of other tools, if the command has it, or how `plan NAME` is written. */
export function addOwnWord(error: string, command: Command): string {
  const name = /unknown option '--?([\w-]+)[^']*'/.exec(error)?.[1];
  const own = name === undefined ? undefined : findOwnWord(name, error, command);
  if (own !== undefined && !error.includes('Did you mean')) return `${error}(Write ${own}.)\n`;
  if (/^error: too many arguments for '(?:plan|apply|status)'/.test(error))
    return `${error}(Select accounts with --select account=NAME.)\n`;
  return error;
}

function findOwnWord(name: string, error: string, command: Command): string | undefined {
  if (name === 'dry-run')
    return command.name() === 'apply' ? 'cyclectl plan, which changes nothing' : undefined;
  const own = ownWords[name];
  if (own === undefined || error.includes(`'${own.option}'`)) return undefined;
  const takesAddresses = command.registeredArguments.some((each) => each.name() === 'address');
  if (name === 'target' && takesAddresses) return 'the address as an argument';
  const { option, written = option } = own;
  const known = command.createHelp();
  const options = [...known.visibleOptions(command), ...known.visibleGlobalOptions(command)];
  return options.some(({ long }) => long === option) ? written : undefined;
}
