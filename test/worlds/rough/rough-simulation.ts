import { touchAll } from '../laws/run-turn.ts';
import type { Turn } from '../laws/scenario.ts';
import { demandNone, makePlain, type RoughContext, readOne, writeFile } from './rough-context.ts';
import { listLiving } from './rough-oracle.ts';
import { checkDuplicate, loseFile, planAmidFaults } from './rough-plan.ts';
import { applyAmidFaults, applyUntilClean } from './rough-turn.ts';
import {
  copyUnmanaged,
  installUnmanaged,
  makeDuplicate,
  renameDuplicate,
} from './unmanaged-changes.ts';

/** The life of some accounts in a rough world: the one of a story, and plain ones beside it. */
export class RoughSimulation {
  readonly #rough: RoughContext;
  // Applied cycles: those of the manifest, and those removed from it.
  #kept: ReadonlySet<string> = new Set();
  #released: ReadonlySet<string> = new Set();
  // An unmanaged cycle that only the state distinguishes from ours.
  #duplicate: string | null = null;

  constructor(rough: Omit<RoughContext, 'unmanaged' | 'deleted'>) {
    this.#rough = { ...rough, unmanaged: new Set(), deleted: new Set() };
  }

  /** One turn of the story. Throws for a broken law. */
  async live(index: number): Promise<void> {
    const rough = this.#rough;
    const { fixture, story, draw } = rough;
    const turn = story.turns[index];
    if (turn === undefined) return;
    await this.#begin(turn, index);
    const beside = makePlain({ id: 'contoso.example', description: `turn ${index}` });
    writeFile(rough, turn.written);
    writeFile(rough, beside);
    if (turn.losesStore) await checkDuplicate(rough, turn.written);
    if (index > 0 && draw.chance(6)) await loseFile(rough);
    if (draw.chance(40)) await planAmidFaults(rough);
    // Each turn makes an account, so that faults meet its create.
    fixture.manifests.delete('accounts/contoso.yaml');
    const fresh = makePlain({ id: `fabrikam-${index}`, description: 'new' });
    writeFile(rough, fresh);
    const evidence = await applyAmidFaults(rough, [turn.written, fresh], await fixture.plan());
    await applyUntilClean(rough, turn.written, evidence);
    this.#countCycles(turn);
    if (this.#duplicate !== null && rough.unmanaged.has(this.#duplicate))
      await renameDuplicate({ fixture, written: turn.written }, this.#duplicate);
    this.#duplicate = null;
  }

  async #begin(turn: Turn, index: number): Promise<void> {
    const { fixture, story, draw, note, reach } = this.#rough;
    const last = story.turns[index - 1] ?? null;
    fixture.emulator.control.advance(turn.later);
    for (const [name, value] of Object.entries(turn.secrets)) fixture.secrets.set(name, value);
    const touched = await touchAll(fixture, turn, last);
    note(`by hand: ${touched.join(', ')}`);
    if (last === null) return;
    const scenario = { fixture, written: last.written };
    const made = [
      ...(draw.chance(12) ? await installUnmanaged(scenario, draw, story) : []),
      ...(draw.chance(12) ? await copyUnmanaged(scenario, draw, story) : []),
    ];
    if (draw.chance(6) && !turn.losesStore) {
      const twin = await makeDuplicate(scenario, draw, story);
      if (twin !== null) {
        made.push(...twin.unmanaged);
        this.#duplicate = twin.twin;
        reach.count('law 10: a twin beside what is bound');
      }
    }
    note(`made by others: ${made.join(', ')}`);
    for (const id of made) this.#rough.unmanaged.add(id);
    if (turn.losesStore) fixture.loseStore();
  }

  // Law 8: as many as were asked for, whatever their names.
  #countCycles({ written, losesStore }: Turn): void {
    const { cycles } = written.spec;
    const { deleted } = this.#rough;
    const isReleased = cycles === undefined || losesStore;
    const released = isReleased ? [...this.#released, ...this.#kept] : [...this.#released];
    this.#kept = new Set(Object.keys(cycles ?? {}));
    this.#released = new Set(released.filter((key) => !this.#kept.has(key) && !deleted.has(key)));
    deleted.clear();
    const live = readOne(this.#rough, written);
    const living = listLiving(live, this.#rough.unmanaged).map(({ name }) => name);
    const isAll = living.length === this.#kept.size + this.#released.size;
    demandNone('law 8: cycles', isAll ? [] : [living, [...this.#kept], [...this.#released]]);
  }
}
