// Tables of a run: table.csv and events.csv.

/** @param {string} text CSV with a header line @returns {{columns: string[], rows: number, values: Object<string, Float64Array>}|null} */
export function parseTable(text) {
  const lines = (text ?? '').split('\n').filter((line) => line.trim());
  if (lines.length < 2) return null;
  const columns = lines[0].trim().split(',');
  const rows = lines.length - 1;
  const values = Object.fromEntries(columns.map((column) => [column, new Float64Array(rows)]));
  for (let row = 0; row < rows; ++row) {
    const cells = lines[row + 1].split(',');
    columns.forEach((column, k) => { values[column][row] = cells[k] === undefined ? NaN : Number(cells[k]); });
  }
  return { columns, rows, values };
}

/** @param {string} text events.csv @returns {{time: number, name: string}[]} */
export function parseEvents(text) {
  return (text ?? '').split('\n').slice(1).filter((line) => line.trim()).map((line) => {
    const [time, , ...name] = line.trim().split(',');
    return { time: Number(time), name: name.join(',').replace(/^"|"$/g, '') };
  }).filter((event) => Number.isFinite(event.time));
}
