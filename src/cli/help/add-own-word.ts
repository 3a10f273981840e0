/** Options that people know from other tools, and what they are called here. */
const ownWords: Readonly<Record<string, string>> = {
  'auto-approve': '--yes',
  target: '--select account=NAME',
  env: '--environment NAME',
  json: '--format json',
  o: '--format json',
  out: '--out FILE',
  'dry-run': 'cyclectl plan, which changes nothing',
  'detailed-exitcode': '--exit-code',
  debug: '--verbose',
  chdir: '--directory FOLDER',
};

/** Adds what cyclectl calls an unknown option of other tools, or how `plan NAME` is written. */
export function addOwnWord(error: string): string {
  const option = /unknown option '--?([\w-]+)[^']*'/.exec(error)?.[1];
  const own = option === undefined ? undefined : ownWords[option];
  if (own !== undefined && !error.includes('Did you mean')) return `${error}(Write ${own}.)\n`;
  if (/^error: too many arguments for '(?:plan|apply|status)'/.test(error))
    return `${error}(Select accounts with --select account=NAME.)\n`;
  return error;
}
