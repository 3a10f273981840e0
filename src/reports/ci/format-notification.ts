import { formatCanonicalJson } from '../../kit/json/canonical-json.ts';
import {
  type NotifyMessage,
  type NotifyTarget,
  notificationFormat,
} from '../../model/report/notification.ts';

/** The body of a notification: in the format of Slack, or as JSON with a version. */
export function formatNotification(kind: NotifyTarget['kind'], message: NotifyMessage): string {
  return kind === 'slack' ? formatSlackText(message) : formatData(message);
}

function formatData({ notification, at, tool, commit }: NotifyMessage): string {
  return formatCanonicalJson({ format: notificationFormat, at, tool, commit, ...notification });
}

// A text without links and mentions.
function formatSlackText({ notification, commit }: NotifyMessage): string {
  const { headline, lines, left } = notification;
  const text = [
    `*${toPlain(headline)}*`,
    ...lines.map(({ account, says: text }) => `• \`${toPlain(account)}\` ${toPlain(text)}`),
    ...(left > 0 ? [`… and ${left} more`] : []),
    ...(commit === null ? [] : [`commit \`${toPlain(commit)}\``]),
  ].join('\n');
  return JSON.stringify({ text, link_names: false, unfurl_links: false, unfurl_media: false });
}

// Escapes the three characters that Slack requires. Keys, counts and codes have no other markup.
function toPlain(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
