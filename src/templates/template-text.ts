import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Difficulty } from '../../core/product/entities.ts'
import type { Template } from '../../core/contract/shapes.ts'

/** Plural names, for the tabs. */
export const typesNames: Record<Template['type'], MessageDescriptor> = {
  predefined: msg({ message: 'Ready-made', context: 'tab' }),
  user: msg({ message: 'Mine', context: 'tab' }),
  public: msg({ message: 'Public', context: 'tab' }),
}

/** Singular names, for one template. */
export const typeNames: Record<Template['type'], MessageDescriptor> = {
  predefined: msg({ message: 'Ready-made', context: 'template' }),
  user: msg({ message: 'My own', context: 'template' }),
  public: msg({ message: 'Public', context: 'template' }),
}

export const difficultyNames: Record<Difficulty, MessageDescriptor> = {
  easy: msg({ message: 'Easy', context: 'template' }),
  medium: msg({ message: 'Medium', context: 'template' }),
  hard: msg({ message: 'Hard', context: 'template' }),
}

/** The pictures a template may have, by the server's file name, in the order shown in the form. */
export const pictureNames: Readonly<Record<string, MessageDescriptor>> = {
  'basket.svg': msg({ message: 'Basket', context: 'picture' }),
  'breakfast.svg': msg({ message: 'Breakfast', context: 'picture' }),
  'pot.svg': msg({ message: 'Cooking', context: 'picture' }),
  'grill.svg': msg({ message: 'Barbecue', context: 'picture' }),
  'party.svg': msg({ message: 'Party', context: 'picture' }),
  'tree.svg': msg({ message: 'Christmas tree', context: 'picture' }),
  'tent.svg': msg({ message: 'Tent', context: 'picture' }),
  'suitcase.svg': msg({ message: 'Suitcase', context: 'picture' }),
  'broom.svg': msg({ message: 'Cleaning', context: 'picture' }),
  'fruit.svg': msg({ message: 'Fruit', context: 'picture' }),
  'vegetables.svg': msg({ message: 'Vegetables', context: 'picture' }),
  'dairy.svg': msg({ message: 'Dairy', context: 'picture' }),
  'bakery.svg': msg({ message: 'Bakery', context: 'picture' }),
  'meat.svg': msg({ message: 'Meat', context: 'picture' }),
  'fish.svg': msg({ message: 'Fish', context: 'picture' }),
  'frozen.svg': msg({ message: 'Frozen food', context: 'picture' }),
  'pantry.svg': msg({ message: 'Pantry', context: 'picture' }),
  'spices.svg': msg({ message: 'Spices', context: 'picture' }),
  'sweets.svg': msg({ message: 'Sweets', context: 'picture' }),
  'drinks.svg': msg({ message: 'Drinks', context: 'picture' }),
  'alcohol.svg': msg({ message: 'Alcohol', context: 'picture' }),
  'household.svg': msg({ message: 'Household', context: 'picture' }),
  'care.svg': msg({ message: 'Body care', context: 'picture' }),
  'health.svg': msg({ message: 'Health', context: 'picture' }),
  'baby.svg': msg({ message: 'Baby', context: 'picture' }),
  'pets.svg': msg({ message: 'Pets', context: 'picture' }),
}
