import { Buffer } from 'node:buffer';
import type { Simulation } from '../../simulation.ts';
import { demandNone } from '../violation.ts';

/** No text contains a secret, in clear or encoded (law 7). */
export function demandNoSecret({ simulated }: Simulation, where: string, text: string): void {
  const found = [...simulated.canaries].flatMap((value) => {
    const coded = [value, Buffer.from(value).toString('base64'), encodeURIComponent(value)];
    const at = coded.map((each) => text.indexOf(each)).find((index) => index !== -1);
    return at === undefined ? [] : [text.slice(Math.max(0, at - 300), at + 100)];
  });
  demandNone('law 7', `a secret stands in ${where}`, found);
}
