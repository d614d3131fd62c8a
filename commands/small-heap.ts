import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/*
 * A run holds its recording, and V8 would rather grow to five times that than collect: the suite shares small machines with the
 * builds it judges. No limit is set, which a large recording would hit. V8 takes these words for a whole process: whoever hands words
 * to a command within a larger one, as tests do, leaves them out.
 */

/** From the start: what is new gets little room, some 30 MB less. */
export function keepYoungSpaceSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}

/** So many bytes are for what is new: with 1 MiB, which V8 begins with, half of asking and writing would be collecting. */
const youngBytes = 8 * 2 ** 20

/** Once all code is there, of which nothing could be collected: what stays grows by 30 % between two collections, or 8 MiB. */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=30')
  giveYoungSpaceRoom()
}

/** V8 gives room to what is new only where much of it outlives a collection, and it has no other way to be told. */
function giveYoungSpaceRoom(): void {
  setFlagsFromString('--semi-space-growth-factor=4')
  for (let tries = 0; tries < mostTries && youngSize() < youngBytes; tries += 1) Array.from({ length: 50_000 }, Object)
  keepYoungSpaceSmall()
}

const mostTries = 50
const youngSize = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0
