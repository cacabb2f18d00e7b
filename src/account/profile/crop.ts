/** A square of a picture, in pixels of the picture. */
export interface Square {
  x: number
  y: number
  width: number
  height: number
}

/** Draws the square so that it fills the canvas. */
export function drawSquare(canvas: HTMLCanvasElement, picture: HTMLImageElement, square: Square): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const { x, y, width, height } = square
  context.clearRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, x, y, width, height, 0, 0, canvas.width, canvas.height)
}

/** In px; twice the size that the server keeps, so that even a large photo is a small upload. */
const uploadSize = 512

/** Returns the square as a picture for upload: WebP if the browser can write it, else PNG. */
export function cutOut(picture: HTMLImageElement, square: Square): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = uploadSize
  canvas.height = uploadSize
  drawSquare(canvas, picture, square)
  return new Promise((resolve, reject) => {
    const done = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error('no picture came out')))
    canvas.toBlob(done, 'image/webp', 0.9)
  })
}

/** Loads a picture; returns null if the browser cannot show the file. The caller revokes the URL. */
export async function readPicture(url: string): Promise<HTMLImageElement | null> {
  const picture = new Image()
  picture.src = url
  try {
    await picture.decode()
  } catch {
    return null
  }
  return picture.naturalWidth > 0 && picture.naturalHeight > 0 ? picture : null
}
