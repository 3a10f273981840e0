import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { commandGroups, dailyCommands } from '../../../src/cli/help/command-groups.ts';
import { examples } from '../../../src/cli/help/examples.ts';
import { runProgram } from '../../../src/cli/run-program.ts';
import { splitWords } from '../../docs/read-commands.ts';
import { openDefinitions, refuseWords } from '../../docs/refuse-words.ts';
import { openRecordedContext } from '../../support/run-in-process.ts';

const program = openDefinitions();

// The hidden one is called by scripts of shells alone.
const visible = program.commands.filter((each) => each.name() !== 'complete');

/** Names of all commands, families too. */
function listNames(commands: readonly Command[], above = ''): readonly string[] {
  return commands.flatMap((each) => {
    const name = `${above} ${each.name()}`.trim();
    return [name, ...listNames(each.commands, name)];
  });
}

async function printHelp(...argv: readonly string[]): Promise<string> {
  const { context, out } = openRecordedContext();
  expect(await runProgram(context, { argv, endedBy: () => null })).toBe(0);
  return out();
}

/** Names below the headings of the groups. */
function listShown(help: string): readonly string[] {
  const headings = commandGroups.map(({ heading }) => heading);
  return help
    .split('\n\n')
    .filter((part) => headings.includes(part.split('\n')[0] ?? ''))
    .flatMap((part) => [...part.matchAll(/^ {2}(\S+)/gm)].map(([, name = '']) => name));
}

describe('the help of the program', () => {
  it('shows twelve commands, and how to see all', async () => {
    const help = await printHelp('--help');
    expect(dailyCommands.size).toBe(12);
    expect(listShown(help).toSorted()).toEqual([...dailyCommands].toSorted());
    expect(help).toContain('cyclectl --help --all lists all commands.');
    expect(await printHelp('help')).toBe(help);
  });

  it('shows commands before options', async () => {
    const help = await printHelp('--help');
    expect(help.indexOf('\nOptions:')).toBeGreaterThan(help.indexOf('\n  history '));
    expect(help.indexOf('\nOptions:')).toBeLessThan(help.indexOf('\nExamples:'));
  });

  it('shows the options of a family for none of its commands', async () => {
    const help = await printHelp('consent', 'serve', '--help');
    expect(help).toContain('  --return-to <url>');
    expect(help).toContain('  --select <what>');
    expect(help).not.toContain('--no-browser');
  });

  it('shows each command once with --all, below a heading', async () => {
    const help = await printHelp('--help', '--all');
    const names = [...visible.map((each) => each.name()), 'help'];
    expect(listShown(help).toSorted()).toEqual(names.toSorted());
    expect(help).not.toContain('Commands:');
    expect(help).not.toContain('--help --all');
    expect(await printHelp('help', '--all')).toBe(help);
  });

  it('uses the columns of the terminal', async () => {
    const widths = [60, 160].map(async (columns) => {
      const { context, out } = openRecordedContext();
      const wide = { ...context, terminal: { ...context.terminal, columns } };
      await runProgram(wide, { argv: ['plan', '--help'], endedBy: () => null });
      const options = out().slice(0, out().indexOf('Examples:'));
      return Math.max(...options.split('\n').map((line) => line.length));
    });
    const [narrow = 0, wide = 0] = await Promise.all(widths);
    expect(narrow).toBeLessThanOrEqual(60);
    expect(wide).toBeGreaterThan(100);
    expect(wide).toBeLessThanOrEqual(160);
  });

  it('suggests commands that the first help does not show', async () => {
    const { context, said } = openRecordedContext();
    await runProgram(context, { argv: ['contrller'], endedBy: () => null });
    expect(said()).toContain('Did you mean controller?');
  });
});

describe('the help of a command', () => {
  it('shows its options, the global options and examples', async () => {
    const help = await printHelp('plan', '--help');
    const places = ['--out <file>', 'Global options:', '--select <what>', 'Examples:'].map((text) =>
      help.indexOf(text),
    );
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((left, right) => left - right));
    expect(help).toContain('  # Show the changes of all accounts\n  cyclectl plan\n');
    expect(await printHelp('help', 'plan')).toBe(help);
    expect(await printHelp('help', 'consent', 'serve')).toBe(
      await printHelp('consent', 'serve', '--help'),
    );
    expect(await printHelp('help', 'consent')).toBe(await printHelp('consent', '--help'));
  });

  it('of an unknown name is a suggestion', async () => {
    const { context, said } = openRecordedContext();
    const exitCode = await runProgram(context, { argv: ['help', 'consnt'], endedBy: () => null });
    expect(exitCode).toBe(1);
    expect(said()).toMatch(/unknown command 'consnt'\s+\(Did you mean consent\?\)/);
  });

  it.each(['', ...listNames(visible)])('has two to four examples: cyclectl %s', async (name) => {
    const lines = examples[name] ?? [];
    expect(lines.length).toBeGreaterThanOrEqual(2);
    expect(lines.length).toBeLessThanOrEqual(4);
    for (const [, line] of lines) {
      expect(line).toMatch(new RegExp(`^cyclectl ${name}`));
      expect(await refuseWords(splitWords(line).slice(1)), line).toBeNull();
    }
  });

  it('has no examples without a command', () => {
    expect(Object.keys(examples).toSorted()).toEqual(['', ...listNames(visible)].toSorted());
  });
});
