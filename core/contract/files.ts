import { Type } from 'typebox'
import { call } from './schemas.ts'
import { Closed, Enum } from './wire.ts'

const AvatarOnly = Closed({ type: Enum(['avatar'] as const) })
const Uploaded = Type.Object({ imageName: Type.String() })

/** Uploads are multipart/form-data with one file in the field `file`: JPEG, PNG or WebP, 5 MiB at most. */
export const filesCalls = {
  uploadFile: call({
    method: 'POST',
    path: '/api/v3/uploadFile',
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
    who: 'self',
    activated: true,
    query: AvatarOnly,
  }),
} as const
