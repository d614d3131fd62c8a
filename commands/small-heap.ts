import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/*
 * A run keeps its recording in memory. Left alone, V8 would grow to five times that size before it collects. The suite shares small
 * machines with the builds that it judges. It sets no fixed limit, as a large recording would hit it. The flags hold for the whole
 * process. So a caller inside a larger process, as a test, does not set them.
 */

/** Call at the start. Gives new objects little room, which saves about 30 MB. */
export function keepYoungSpaceSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}

/** Bytes of room for new objects. With the 1 MiB that V8 begins with, half the time of asking and writing would be spent on collecting. */
const youngBytes = 8 * 2 ** 20

/** Call when all code is loaded, as code is never collected. Between two collections, the objects that stay grow by 30 %, or 8 MiB. */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=30')
  giveYoungSpaceRoom()
}

/** V8 gives more room to new objects only where many of them survive a collection. There is no flag for it. */
function giveYoungSpaceRoom(): void {
  setFlagsFromString('--semi-space-growth-factor=4')
  for (let tries = 0; tries < mostTries && youngSize() < youngBytes; tries += 1) Array.from({ length: 50_000 }, Object)
  keepYoungSpaceSmall()
}

const mostTries = 50
const youngSize = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0
