/** The commonest passwords that are long enough to pass otherwise, in lower case. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
!qaz2wsx 00000000 0123456789 0987654321 11111111 11223344 12121212 123123123 123321123 12341234
12344321 12345678 123456789 1234567890 123456789a 12345678a 1234567a 123456aa 123456ab 123456abc
1234abcd 1234qwer 123qwe123 123qweasd 147258369 159753456 1q2w3e4r 1q2w3e4r5t 1qaz1qaz 1qaz2wsx
1qazxsw2 22222222 33333333 44444444 55555555 66666666 741852963 77777777 789456123 87654321 88888888
987654321 9876543210 99999999 a1234567 a12345678 a123456789 a1b2c3d4 aa123456 aa12345678 aaaaaaaa
abc12345 abc123456 abcabc123 abcd1234 abcdefg1 abcdefgh abcdefghi access14 accessgranted admin123
admin1234 adminadmin administrator agnieszka agnieszka1 aleksandra aleksandra1 alexander alexander1
arsenal1 asd12345 asdf1234 asdfasdf asdfghjk asdfghjkl barcelona barcelona1 bartek123 bartosz1
baseball baseball1 basketball batman123 bbbbbbbb benjamin blahblah blink182 butterfly changeme
changeme1 changeme123 charlie1 cheese123 chelsea1 chocolate chocolate1 christian computer computer1
computer123 corvette creative damian123 danielle dawid123 december default1 dolphins dominika
dominika1 dragon123 dupa1234 dupadupa einstein elephant elizabeth enterprise explorer facebook
facebook1 february ferrari1 firebird football football1 fuckyou1 fuckyou123 gabriela gangster
garfield godzilla google123 grzegorz guest123 hardcore harley123 haslo123 haslo1234 haslo12345
haslo12345! hasło123 hello123 hello1234 hellohello helloworld hercules homepage iceberg1 iloveyou
iloveyou! iloveyou1 iloveyou2 infinity internet internet1 isabella jackson5 jasmine1 jennifer
jessica1 jonathan jordan23 juventus1 kacper123 kamil123 karolina karolina1 katarzyna katarzyna1
kawasaki kocham123 kochamcie kochamcie1 kochanie kochanie1 kotek123 kristina krzysztof krzysztof1
lamborghini lasvegas lechpoznan legiawarszawa letmein1 letmein123 letmeinn liverpool liverpool1
lovelove loveme12 loveyou1 lukasz123 magdalena magdalena1 malgorzata mamusia1 manchester marcin123
mariusz1 marzenie master123 mateusz1 mateusz123 maverick mercedes metallica metallica1 michael1
michal123 michelle michelle1 midnight1 minecraft minecraft1 misiaczek misiaczek1 mistress mojehaslo
monika123 monkey123 mountain mustang1 mypassword natalia1 natalia123 newpassword nicholas november
p@ssw0rd p@ssword pa$$word pa55word passport passw0rd password password! password1 password12
password123 password1234 password2 password3 passwort passwort1 patricia patriots patrycja patrycja1
paulina1 piesek123 pineapple piotrek1 platinum pokemon1 pokemon123 polska11 polska12 polska123
porsche1 primetime princess princess1 przemek1 q123456789 q1w2e3r4 q1w2e3r4t5 qazwsxedc qwe12345
qwe123qwe qweasdzxc qweqweqwe qwer1234 qwerty111 qwerty12 qwerty123 qwerty1234 qwerty12345 qwertyui
qwertyuiop qwertz123 realmadrid root1234 rootroot samantha samsung1 samsung123 sebastian sebastian1
secret123 security security1 september shadow123 shopping shopping1 shoppinglist slipknot1 sloneczko
slonko123 snowball spiderman spongebob starwars starwars1 steelers strawberry summer2020 summer2021
summer2022 summer2023 summer2024 sunshine sunshine1 superman superman1 swordfish tatusiek test1234
test12345 testing1 testing123 testtest thomas123 thunder1 topsecret trustno1 undertaker unknown1
valentina victoria warcraft warriors welcome1 welcome12 welcome123 weronika weronika1 westside
whatever whatever1 winter2023 winter2024 wislakrakow wojtek123 wolverine xxxxxxxx zakupy123 zaq12345
zaq12wsx zaq1xsw2 zaq1zaq1 zuzanna1 zxcvbnm1 zxcvbnm123 zzzzzzzz
`
    .trim()
    .split(/\s+/),
)
