const registered = [
  ...['add-mask', 'add-path', 'add-matcher', 'remove-matcher', 'debug', 'echo', 'error'],
  ...['warning', 'notice', 'group', 'endgroup', 'save-state', 'set-env', 'set-output'],
  'stop-commands',
];

/**
 * Workflow commands in a log, as GitHub's ActionCommandManager reads them: `::NAME …::` at the
 * start of a line, `##[NAME …]` anywhere in it; none between `::stop-commands::WORD` and
 * `::WORD::`.
 */
export function listWorkflowCommands(log: string): readonly string[] {
  const found: string[] = [];
  let word: string | null = null;
  for (const line of log.split(/\r?\n/)) {
    const [, name = '', text = ''] =
      /^\s*::([^ :]+)(?: [^:]*)?::(.*)$/.exec(line) ??
      /##\[([^\] ]+)(?: [^\]]*)?\](.*)$/.exec(line) ??
      [];
    if (word !== null) {
      if (name === word) word = null;
      continue;
    }
    if (!registered.includes(name.toLowerCase())) continue;
    found.push(name.toLowerCase());
    if (name.toLowerCase() === 'stop-commands') word = text;
  }
  return found;
}
