const [WIDTH, HEIGHT, LEFT, BOTTOM] = [720, 240, 56, 28];

/** A line of memory over time as an SVG, from nothing upwards, so that growth is seen for what it is. @param step minutes between two samples */
export function memoryChart(samples: readonly number[], step: number): string {
  const most = Math.ceil(Math.max(1, ...samples) / 250) * 250;
  const x = (at: number) => LEFT + (at / Math.max(1, samples.length - 1)) * (WIDTH - LEFT - 8);
  const y = (mb: number) => 8 + (1 - mb / most) * (HEIGHT - BOTTOM - 8);
  const line = samples.map((mb, at) => `${x(at).toFixed(1)},${y(mb).toFixed(1)}`).join(' ');
  const marks = [0, most / 2, most].map(
    (mb) =>
      `<text x="${LEFT - 6}" y="${y(mb) + 4}" text-anchor="end">${mb} MB</text><path stroke="#ddd" d="M${LEFT} ${y(mb)}H${WIDTH}"/>`,
  );
  const minutes = `<text x="${WIDTH - 4}" y="${HEIGHT - 8}" text-anchor="end">${Math.round(samples.length * step)} minutes</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="11"><title>Resident memory over the time of a soak</title><rect width="100%" height="100%" fill="white"/><g fill="#333">${marks.join('')}${minutes}</g><polyline points="${line}" fill="none" stroke="#0b6" stroke-width="1.5"/></svg>\n`;
}
