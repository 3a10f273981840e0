const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** ISO in UTC, without fractions of a second. */
const standardFormat = 'yyyy-MM-ddTHH:mm:ssZ';

/**
 * Formats an instant in UTC with .NET's letters, as merge fields take it (SERVICE C). Other letters
 * and quoted text stay.
 */
export function formatInstant(atMs: number, format = standardFormat): string {
  const date = new Date(atMs);
  return format.replaceAll(/'[^']*'|"[^"]*"|\\.|y+|M+|d+|H+|h+|m+|s+|f+|t+|K|z+/g, (part) => {
    const first = part[0] ?? '';
    return first === '\\'
      ? part.slice(1)
      : first === "'" || first === '"'
        ? part.slice(1, -1)
        : formatPart(date, part);
  });
}

function formatPart(date: Date, part: string): string {
  const size = part.length;
  const pad = (value: number) => String(value).padStart(Math.min(size, 2), '0');
  switch (part[0]) {
    case 'y':
      return size <= 2
        ? pad(date.getUTCFullYear() % 100)
        : String(date.getUTCFullYear()).padStart(size, '0');
    case 'M':
      return size <= 2 ? pad(date.getUTCMonth() + 1) : formatName(months[date.getUTCMonth()], size);
    case 'd':
      return size <= 2 ? pad(date.getUTCDate()) : formatName(days[date.getUTCDay()], size);
    case 'H':
      return pad(date.getUTCHours());
    case 'h':
      return pad(date.getUTCHours() % 12 === 0 ? 12 : date.getUTCHours() % 12);
    case 'm':
      return pad(date.getUTCMinutes());
    case 's':
      return pad(date.getUTCSeconds());
    case 'f':
      return String(date.getUTCMilliseconds()).padStart(3, '0').padEnd(size, '0').slice(0, size);
    case 't':
      return (date.getUTCHours() < 12 ? 'AM' : 'PM').slice(0, size);
    default:
      return part === 'K' ? 'Z' : size === 3 ? '+00:00' : `+${'0'.repeat(size)}`;
  }
}

/** Three letters give the short name, four the full one. */
function formatName(name = '', size: number): string {
  return size === 3 ? name.slice(0, 3) : name;
}
