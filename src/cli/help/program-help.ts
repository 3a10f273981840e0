import { type Command, Help } from 'commander';
import { commandGroups, dailyCommands } from './command-groups.ts';

const order = commandGroups.flatMap(({ names }) => names);

/** Help of the program itself: its daily commands, or all of them, in groups. */
export class ProgramHelp extends Help {
  readonly #isAll: boolean;
  #isPrinting = false;

  constructor(options: { readonly isAll: boolean }) {
    super();
    this.#isAll = options.isAll;
  }

  override prepareContext(options: Parameters<Help['prepareContext']>[0]): void {
    super.prepareContext(options);
    this.#isPrinting = true;
  }

  /** All commands where none is printed, because the parser suggests names out of them. */
  override visibleCommands(command: Command): Command[] {
    const all = super.visibleCommands(command);
    if (!this.#isPrinting) return all;
    return all
      .filter((each) => this.#isAll || dailyCommands.has(each.name()))
      .toSorted((left, right) => order.indexOf(left.name()) - order.indexOf(right.name()));
  }

  /** Commands come before options, because that is what a newcomer looks for. */
  override formatHelp(command: Command, helper: Help): string {
    const sections = super.formatHelp(command, helper).trimEnd().split('\n\n');
    const isOptions = (section: string): boolean => section.startsWith('Options:');
    const ordered = [
      ...sections.filter((each) => !isOptions(each)),
      ...sections.filter((each) => isOptions(each)),
    ];
    return `${ordered.join('\n\n')}\n`;
  }

  override subcommandTerm(command: Command): string {
    return command.name();
  }

  override groupItems<T extends Command | Parameters<Help['optionTerm']>[0]>(
    _unsorted: T[],
    visible: T[],
    getGroup: (item: T) => string,
  ): Map<string, T[]> {
    return super.groupItems(visible, visible, getGroup);
  }
}
