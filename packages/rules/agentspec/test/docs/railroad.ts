// Draws railroad diagrams as SVG.

/** A part of a diagram. Its main line enters on the left and leaves on the right, at the same height. */
export interface Track {
  readonly width: number;
  /** The height above the main line. */
  readonly up: number;
  /** The height below the main line. */
  readonly down: number;
  readonly draw: (x: number, y: number) => string;
}

const radius = 10;
const gap = 10;

/** A box with a text: rounded for a token, with an optional link to a production. */
export function box(text: string, { isToken, link }: { readonly isToken: boolean; readonly link?: string }): Track {
  const width = text.length * 8 + 20;
  const draw = (x: number, y: number): string => {
    const rect = `<rect x="${x}" y="${y - 11}" width="${width}" height="22" rx="${isToken ? 11 : 0}"/>`;
    const shown = `${rect}<text x="${x + width / 2}" y="${y + 4}">${escaped(text)}</text>`;
    return link === undefined ? shown : `<a href="#${link}">${shown}</a>`;
  };
  return { width, up: 11, down: 11, draw };
}

/** An empty track: the line goes straight through. */
export const through: Track = { width: 0, up: 0, down: 0, draw: () => "" };

/** Draws tracks one after the other. */
export function sequence(tracks: readonly Track[]): Track {
  const width = tracks.reduce((sum, track) => sum + track.width, 0) + gap * Math.max(tracks.length - 1, 0);
  const draw = (x: number, y: number): string => {
    let at = x;
    return tracks
      .map((track, index) => {
        const before = index === 0 ? "" : line(at - gap, y, gap);
        const drawn = before + track.draw(at, y);
        at += track.width + gap;
        return drawn;
      })
      .join("");
  };
  return { width, up: most(tracks, "up"), down: most(tracks, "down"), draw };
}

/** Draws alternatives: the first track on the main line, the others below it. */
export function choice(tracks: readonly Track[]): Track {
  const [first = through, ...others] = tracks;
  const inner = most(tracks, "width");
  const rows: { readonly track: Track; readonly below: number }[] = [];
  let below = first.down;
  for (const track of others) {
    below = Math.max(below + gap + track.up, 2 * radius);
    rows.push({ track, below });
    below += track.down;
  }
  const width = inner + 4 * radius;
  const draw = (x: number, y: number): string =>
    line(x, y, 2 * radius) +
    filled(first, x + 2 * radius, y, inner) +
    line(x + width - 2 * radius, y, 2 * radius) +
    rows
      .map(({ track, below: down }) => {
        const turn = `${radius} ${radius} 0 0`;
        const to = `<path d="M${x} ${y}a${turn} 1 ${radius} ${radius}v${down - 2 * radius}a${turn} 0 ${radius} ${radius}"/>`;
        const end = x + width;
        const back = `<path d="M${end} ${y}a${turn} 0 ${-radius} ${radius}v${down - 2 * radius}a${turn} 1 ${-radius} ${radius}"/>`;
        return to + filled(track, x + 2 * radius, y + down, inner) + back;
      })
      .join("");
  return { width, up: first.up, down: Math.max(below, first.down), draw };
}

/** Draws a track that can be skipped. */
export function option(track: Track): Track {
  return choice([through, track]);
}

/** Draws a track that can be repeated; `between` is on the line back to its start. */
export function repetition(track: Track, between: Track = through): Track {
  const inner = Math.max(track.width, between.width);
  const down = Math.max(track.down + gap + between.up, 2 * radius);
  const width = inner + 2 * radius;
  const draw = (x: number, y: number): string => {
    const [left, right] = [x + radius, x + radius + inner];
    const turn = `${radius} ${radius} 0 0`;
    const to = `<path d="M${right} ${y}a${turn} 1 ${radius} ${radius}v${down - 2 * radius}a${turn} 1 ${-radius} ${radius}"/>`;
    const back = `<path d="M${left} ${y}a${turn} 0 ${-radius} ${radius}v${down - 2 * radius}a${turn} 0 ${radius} ${radius}"/>`;
    return (
      line(x, y, radius) +
      filled(track, left, y, inner) +
      line(right, y, radius) +
      to +
      filled(between, left, y + down, inner) +
      back
    );
  };
  return { width, up: track.up, down: down + between.down, draw };
}

/** Draws a complete diagram as an `svg` element. */
export function diagram(title: string, track: Track): string {
  const [start, top] = [20, Math.max(track.up, 8) + 5];
  const [width, height] = [track.width + 2 * start, top + track.down + 5];
  const ends = [8, width - 8].map((x) => `<path d="M${x} ${top - 8}v16"/>`).join("");
  const drawn = line(8, top, start - 8) + track.draw(start, top) + line(width - start, top, start - 8);
  return `<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><title>${title}</title>${ends}${drawn}</svg>`;
}

/** Draws a track in the middle of a line of some width. */
function filled(track: Track, x: number, y: number, width: number): string {
  const before = (width - track.width) / 2;
  return line(x, y, before) + track.draw(x + before, y) + line(x + before + track.width, y, before);
}

function line(x: number, y: number, width: number): string {
  return width === 0 ? "" : `<path d="M${x} ${y}h${width}"/>`;
}

function most(tracks: readonly Track[], measure: "width" | "up" | "down"): number {
  return Math.max(0, ...tracks.map((track) => track[measure]));
}

/** Escapes a text for HTML. */
export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
