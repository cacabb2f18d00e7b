import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, Title } from '@mantine/core'
import { IconPhotoUp, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { Profile } from '../../../core/contract/shapes.ts'
import { displayName } from '../../../core/text/person-name.ts'
import { PersonAvatar } from '../../ui/person.tsx'
import { notify } from '../../ui/notices.ts'
import { removeAvatar } from '../state/profile.ts'
import { useSync } from '../../sync/sync-status.ts'
import { accountTexts } from '../../texts/account-texts.ts'
import { lazyScript, withTexts } from '../../ui/lazy.tsx'
import { focusPage } from '../fields.tsx'
import { OfflineReason } from '../page.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'

// Lazy: the cropper is heavy and rarely needed.
const CropDialog = lazyScript(() => withTexts(import('./crop-dialog.tsx'))).overlay((code) => code.CropDialog)

/** Shows, replaces or removes the picture. Locked until the account is active. */
export function AvatarEditor({ profile }: { profile: Profile }) {
  const { t } = useLingui()
  const online = useSync((sync) => sync.online)
  const input = useRef<HTMLInputElement>(null)
  const [picture, setPicture] = useState<HTMLImageElement | null>(null)
  useEffect(() => () => URL.revokeObjectURL(picture?.src ?? ''), [picture])
  const locked = profile.status !== 'A' || !online

  async function choose(file: File | undefined) {
    if (!file) return
    const url = URL.createObjectURL(file)
    const read = await readPicture(url)
    if (read) return setPicture(read)
    URL.revokeObjectURL(url)
    notify('error', accountTexts.notAPicture)
  }

  return (
    <Group gap="md">
      <PersonAvatar profile={profile} name={displayName(profile)} size={96} />
      <Stack gap="xs">
        <Title order={2}>
          <Trans>Picture</Trans>
        </Title>
        <Group gap="xs">
          <Button
            variant="light"
            disabled={locked}
            leftSection={<IconPhotoUp size={20} stroke={1.75} aria-hidden="true" />}
            onClick={() => input.current?.click()}
          >
            {profile.imageName ? <Trans>Change picture</Trans> : <Trans>Add picture</Trans>}
          </Button>
          {profile.imageName && (
            <BusyButton
              variant="subtle"
              color="gray"
              disabled={locked}
              leftSection={<IconTrash size={20} stroke={1.75} aria-hidden="true" />}
              onClick={() => {
                focusPage()
                return removeAvatar()
              }}
            >
              <Trans>Remove</Trans>
            </BusyButton>
          )}
        </Group>
        {!online && <OfflineReason />}
        <input
          ref={input}
          type="file"
          accept="image/jpeg,image/png,image/webp,image/*"
          hidden
          aria-label={t`Picture`}
          onChange={({ currentTarget }) => {
            void choose(currentTarget.files?.[0])
            // Reset, so that choosing the same file again fires a change event.
            currentTarget.value = ''
          }}
        />
      </Stack>
      {picture && <CropDialog opened picture={picture} onClose={() => setPicture(null)} />}
    </Group>
  )
}

/** Loads a picture; returns null if the browser cannot show the file. The caller revokes the URL. */
async function readPicture(url: string): Promise<HTMLImageElement | null> {
  const picture = new Image()
  picture.src = url
  try {
    await picture.decode()
  } catch {
    return null
  }
  return picture.naturalWidth > 0 && picture.naturalHeight > 0 ? picture : null
}
