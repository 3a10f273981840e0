import { expect } from 'vitest';
import { copyExample, type Project, readProjectFile } from '../../support/run-cyclectl.ts';
import { runInProcess } from '../../support/run-in-process.ts';

/** Files of the example that tests edit. */
export const table = 'fleets/customers.csv';
export const fleet = 'fleets/customers.yaml';
export const blueprint = 'blueprints/crm-sync.yaml';

/** The name of the cycle on the first revision. */
export const firstName = 'Contacts to files';

/** Two waves and the rest. */
export const waves = `  rollout:
    waves:
      - {name: pilot, count: 2}
      - {name: half, percent: 50}
`;

type Status = {
  readonly fleets: readonly {
    readonly written: string;
    readonly accounts: readonly { readonly revision: string | null; readonly accounts: number }[];
    readonly rollout: {
      readonly id: string;
      readonly state: string;
      readonly admitted: number;
      readonly unverified: number;
      readonly members: readonly {
        readonly account: string;
        readonly wave: number;
        readonly state: string;
      }[];
    } | null;
  }[];
};

type Cycle = { readonly Id: string; readonly Name: string };

/** A fleet of twelve accounts in the emulator, applied once before it has a rollout. */
export class RolloutProject {
  readonly project: Project;

  private constructor(project: Project) {
    this.project = project;
  }

  static async open(): Promise<RolloutProject> {
    const opened = new RolloutProject(await copyExample('fleet'));
    const rows = (await readProjectFile(opened.project, table)) ?? '';
    const [head = '', ...lines] = rows.split('\n');
    const some = lines.filter((line) => /^(north|south)-00[1-6],/.test(line));
    await opened.project.write(table, `${[head, ...some].join('\n')}\n`);
    await opened.edit(fleet, / {2}overrides:[\s\S]*$/, '');
    expect((await opened.run('apply', '--yes')).exitCode).toBe(0);
    return opened;
  }

  async run(...words: readonly string[]) {
    const { exitCode, stdout, stderr } = await runInProcess(this.project, ...words);
    return { exitCode, stdout, text: `${stdout}\n${stderr}`.replaceAll(/\s+/g, ' ') };
  }

  async edit(path: string, from: string | RegExp, to: string): Promise<void> {
    const before = (await readProjectFile(this.project, path)) ?? '';
    expect(before).toMatch(from);
    await this.project.write(path, before.replace(from, to));
  }

  async readStatus() {
    const { stdout } = await this.run('rollout', 'status', '--format', 'json');
    const [first] = (JSON.parse(stdout) as Status).fleets;
    if (first === undefined) throw new Error('no fleet');
    return first;
  }

  async listMembers(wave: number): Promise<readonly string[]> {
    const { rollout } = await this.readStatus();
    return (rollout?.members ?? [])
      .filter((each) => each.wave === wave)
      .map(({ account }) => account);
  }

  /** Opens a rollout of the blueprint with another name of its cycle. */
  async openRename(from: string, to: string) {
    await this.edit(blueprint, `displayName: ${from}`, `displayName: ${to}`);
    return this.run('rollout', 'open', 'customers', '--yes');
  }

  async openSecond(): Promise<void> {
    expect((await this.openRename(firstName, 'Second')).exitCode).toBe(0);
  }

  async request(account: string, method: string, ...rest: readonly string[]) {
    const words = ['emulator', 'request', '--account', account, method, ...rest];
    const { stdout } = await runInProcess(this.project, ...words);
    return JSON.parse(stdout.slice(stdout.search(/[[{"n]/))) as unknown;
  }

  async #readCycle(account: string): Promise<Cycle | undefined> {
    const [cycle] = (await this.request(account, 'GET', '/v1.0/cycles')) as readonly Cycle[];
    return cycle;
  }

  async readName(account: string): Promise<string> {
    return (await this.#readCycle(account))?.Name ?? '';
  }

  /** Names of the cycles of a wave. */
  async readNames(wave: number): Promise<readonly string[]> {
    const members = await this.listMembers(wave);
    return Promise.all(members.map((each) => this.readName(each)));
  }

  /** Names a cycle by hand, as a person in the service does. */
  async renameByHand(account: string, name: string): Promise<void> {
    const cycle = await this.#readCycle(account);
    await this.request(account, 'PUT', `/v1.0/cycles/${cycle?.Id}/deactivate`, '{}');
    const body = JSON.stringify({ Name: name });
    await this.request(account, 'PUT', `/v1.0/cycles/${cycle?.Id}`, body);
  }
}
