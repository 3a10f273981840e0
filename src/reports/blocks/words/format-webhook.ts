import { toVisible } from '../../../kit/text/visible-text.ts';

/** Stands for the address of a webhook step that the service does not return. */
export const unshownWebhook = 'the service does not return its address; the console shows it';

/** The whole address of a webhook step, or a sentence if the service does not return it. */
export function formatWebhook(url: string | null): string {
  return url === null ? unshownWebhook : toVisible(url);
}
