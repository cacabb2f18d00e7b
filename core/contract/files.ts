import { Type } from 'typebox'
import { call } from './schemas.ts'
import { closed, Empty, Enum } from './wire.ts'

const AvatarOnly = Type.Object({ type: Enum(['avatar'] as const) }, closed)
const Uploaded = Type.Object({ imageName: Type.String() })

/** Uploads are multipart/form-data with one file in the field `file`: JPEG, PNG or WebP, 5 MiB at most. */
export const filesCalls = {
  uploadFile: call({
    method: 'POST',
    path: '/api/v3/uploadFile',
    session: true,
    who: 'self',
    activated: true,
    refuses: ['unsupportedImage', 'unsupportedMediaType'],
    upload: true,
    query: AvatarOnly,
    status: 201,
    answer: Uploaded,
  }),
  uploadAvatar: call({
    method: 'POST',
    path: '/api/v3/uploads/avatars/',
    session: true,
    who: 'self',
    activated: true,
    refuses: ['unsupportedImage', 'unsupportedMediaType'],
    upload: true,
    status: 201,
    answer: Uploaded,
  }),
  deleteFile: call({
    method: 'DELETE',
    path: '/api/v3/file',
    session: true,
    who: 'self',
    activated: true,
    query: AvatarOnly,
    status: 200,
    answer: Empty,
  }),
} as const
