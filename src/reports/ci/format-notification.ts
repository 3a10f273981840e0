import { formatCanonicalJson } from '../../kit/json/canonical-json.ts';
import {
  type NotifyMessage,
  type NotifyTarget,
  notificationFormat,
} from '../../model/report/notification.ts';

/** What somebody is sent: as Slack takes it, or as JSON with the version of its form. */
export function formatNotification(kind: NotifyTarget['kind'], message: NotifyMessage): string {
  return kind === 'slack' ? formatSlackText(message) : formatData(message);
}

function formatData({ notification, at, tool, commit }: NotifyMessage): string {
  return formatCanonicalJson({ format: notificationFormat, at, tool, commit, ...notification });
}

// A text in which nothing is a link or a mention.
function formatSlackText({ notification, commit }: NotifyMessage): string {
  const { headline, lines, left } = notification;
  const text = [
    `*${toPlain(headline)}*`,
    ...lines.map(({ account, says }) => `• \`${toPlain(account)}\` ${toPlain(says)}`),
    ...(left > 0 ? [`… and ${left} more`] : []),
    ...(commit === null ? [] : [`commit \`${toPlain(commit)}\``]),
  ].join('\n');
  return JSON.stringify({ text, link_names: false, unfurl_links: false, unfurl_media: false });
}

// Slack asks for these three as entities. Keys, counts and codes have nothing else that it reads as more than text.
function toPlain(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
