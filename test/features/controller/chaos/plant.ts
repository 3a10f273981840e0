import { plantEdits } from '../../../../tools/simulate/plant-edits.ts';
import { mistakes } from './mistakes.ts';

// Loaded before a replica with `--import`: `plant.ts?NAME` plants the mistake of this name.

const name = new URL(import.meta.url).search.slice(1);
const mistake = mistakes.find((each) => each.name === name);
if (mistake === undefined) throw new Error(`Unknown mistake ${name}`);
plantEdits(mistake);
