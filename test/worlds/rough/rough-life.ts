import { touchAll } from '../laws/live-turn.ts';
import type { Turn } from '../laws/story.ts';
import { copyForeign, installForeign, makeTwin, renameTwin } from './mischief.ts';
import { listLiving } from './rough-oracle.ts';
import { demandNone, makePlain, type RoughPlace, readOne, writeFile } from './rough-place.ts';
import { loseFile, meetTwin, planAmidFaults } from './rough-plan.ts';
import { applyAmidFaults, settleRough } from './rough-turn.ts';

/** The life of some accounts in a rough world: the one of a story, and plain ones beside it. */
export class RoughLife {
  readonly #rough: RoughPlace;
  // Cycles that were applied: those that the manifest has, and those that it let go.
  #kept: ReadonlySet<string> = new Set();
  #letGo: ReadonlySet<string> = new Set();
  // A cycle of others that only our memory tells from one of ours.
  #twin: string | null = null;

  constructor(rough: Omit<RoughPlace, 'foreign'>) {
    this.#rough = { ...rough, foreign: new Set() };
  }

  /** One turn of the story. What goes against a law is thrown. */
  async live(index: number): Promise<void> {
    const rough = this.#rough;
    const { place, story, draw } = rough;
    const turn = story.turns[index];
    if (turn === undefined) return;
    await this.#begin(turn, index);
    const beside = makePlain({ id: 'contoso.example', description: `turn ${index}` });
    writeFile(rough, turn.written);
    writeFile(rough, beside);
    if (turn.losesStore) await meetTwin(rough, turn.written);
    if (index > 0 && draw.chance(6)) await loseFile(rough);
    if (draw.chance(40)) await planAmidFaults(rough);
    // Each turn makes an account, so that faults meet its create.
    place.manifests.delete('accounts/contoso.yaml');
    const fresh = makePlain({ id: `fabrikam-${index}`, description: 'new' });
    writeFile(rough, fresh);
    const seen = await applyAmidFaults(rough, [turn.written, fresh], await place.plan());
    await settleRough(rough, turn.written, seen);
    this.#countCycles(turn);
    if (this.#twin !== null) await renameTwin({ place, written: turn.written }, this.#twin);
    this.#twin = null;
  }

  async #begin(turn: Turn, index: number): Promise<void> {
    const { place, story, draw, note, reach } = this.#rough;
    const last = story.turns[index - 1] ?? null;
    place.emulator.control.advance(turn.later);
    for (const [name, value] of Object.entries(turn.secrets)) place.secrets.set(name, value);
    const touched = await touchAll(place, turn, last);
    note(`by hand: ${touched.join(', ')}`);
    if (last === null) return;
    const scene = { place, written: last.written };
    const made = [
      ...(draw.chance(12) ? await installForeign(scene, draw, story) : []),
      ...(draw.chance(12) ? await copyForeign(scene, draw, story) : []),
    ];
    if (draw.chance(6) && !turn.losesStore) {
      const twin = await makeTwin(scene, draw, story);
      if (twin !== null) {
        made.push(...twin.foreign);
        this.#twin = twin.twin;
        reach.count('law 10: a twin beside what is bound');
      }
    }
    note(`made by others: ${made.join(', ')}`);
    for (const id of made) this.#rough.foreign.add(id);
    if (turn.losesStore) place.loseStore();
  }

  // Law 8: as many as were asked for, whatever their names.
  #countCycles({ written, losesStore }: Turn): void {
    const { cycles } = written.spec;
    const isLetGo = cycles === undefined || losesStore;
    const letGo = isLetGo ? [...this.#letGo, ...this.#kept] : [...this.#letGo];
    this.#kept = new Set(Object.keys(cycles ?? {}));
    this.#letGo = new Set(letGo.filter((key) => !this.#kept.has(key)));
    const live = readOne(this.#rough, written);
    const living = listLiving(live, this.#rough.foreign).map(({ name }) => name);
    const isAll = living.length === this.#kept.size + this.#letGo.size;
    demandNone('law 8: cycles', isAll ? [] : [living, [...this.#kept], [...this.#letGo]]);
  }
}
